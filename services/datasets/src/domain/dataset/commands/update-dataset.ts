import { type DatasetChanges, datasetCommands } from '@cairn/contracts';
import { type Decision, isRefusal, type Refusal, refuse, serviceCommand } from '@cairn/kernel';
import { hasManyClassifications } from '../../../read-models/items/classified.js';
import { mayAccess } from '../../access.js';
import { type Caller, callerOf } from '../../caller.js';
import { visibleVersion } from '../../parents.js';
import { datasetVersion } from '../../version/state.js';
import { beginningOf } from '../history-from.js';
import { dataset, type DatasetState, type KnownDataset } from '../state.js';
import { datasetTowards } from '../towards.js';
import { groupMissing, groupsAfter, isShownToOthers, visibilityAfter } from '../visibility.js';

/** What other streams say about the change. */
export interface UpdateContext {
  /** Whether the version that shall be active is one of the dataset's. */
  readonly versionIsOwn: boolean;
  /** Whether an item has more than one classification. */
  readonly manyClassifications: boolean;
}

export const decideUpdateDataset = (
  state: DatasetState,
  body: DatasetChanges,
  { versionIsOwn, manyClassifications }: UpdateContext,
  { principal, at }: Caller,
): Decision => {
  const current = mayAccess(principal, state, 'write', at);
  if (isRefusal(current)) return current;
  const refused =
    referenceRefused(body, versionIsOwn) ?? multiLabelRefused(current, body, manyClassifications);
  if (refused !== undefined) return refused;
  const shown = shownAfter(current, body, { principal, at });
  if (isRefusal(shown)) return shown;
  const { name, description, notes, multi_label, default_splits, content_type, active_version_id } = body;
  const fields = { name, description, notes, multi_label, default_splits, content_type, active_version_id };
  return datasetTowards(current, { ...withoutAbsent(fields), ...shown }, at);
};

const withoutAbsent = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]?: Exclude<Fields[Key], undefined>;
  };

const referenceRefused = (
  { active_version_id }: DatasetChanges,
  versionIsOwn: boolean,
): Refusal | undefined =>
  active_version_id !== undefined && !versionIsOwn
    ? refuse('foreign_version', 'active_version_id names no version of this dataset.')
    : undefined;

const multiLabelRefused = (
  current: KnownDataset,
  { multi_label }: DatasetChanges,
  manyClassifications: boolean,
): Refusal | undefined =>
  multi_label === false && current.multi_label && manyClassifications
    ? refuse('multi_label_violation', 'Items of the dataset have more than one classification.')
    : undefined;

/** Who sees the dataset from now on, and how much of its past. */
const shownAfter = (current: KnownDataset, body: DatasetChanges, { principal, at }: Caller) => {
  const seen = visibilityAfter(current, body);
  if (isRefusal(seen)) return seen;
  const beginning = beginningOf(body.history_from, at);
  if (isRefusal(beginning)) return beginning;
  const groups = groupsAfter(current, body, principal);
  const shown = {
    ...seen,
    ...groups,
    history_from: beginning === undefined ? current.history_from : beginning,
  };
  if (!isShownToOthers(current, shown)) return {};
  const sharing = mayAccess(principal, current, 'share', at);
  if (isRefusal(sharing)) return sharing;
  return groupMissing(seen.visibility, groups) ?? shown;
};

export const updateDataset = serviceCommand(datasetCommands.updateDataset, ({ dataset_id, body }, context) =>
  context.executeAddressed(dataset, dataset_id, {
    given: async (): Promise<UpdateContext> => {
      const { active_version_id } = body;
      const version =
        active_version_id === undefined ? undefined : await context.load(datasetVersion, active_version_id);
      return {
        versionIsOwn: version !== undefined && !isRefusal(visibleVersion(version, dataset_id)),
        manyClassifications:
          body.multi_label === false && (await hasManyClassifications(context.tools.documents, dataset_id)),
      };
    },
    decide: (state, given) => decideUpdateDataset(state, body, given, callerOf(context)),
  }),
);
