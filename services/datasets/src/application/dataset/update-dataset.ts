import { callerFor, type Groups, placeAfter, withoutAbsent } from '@cairn/assets';
import { type DatasetChanges, datasetCommands } from '@cairn/contracts';
import {
  type AssetCaller,
  type CommandContext,
  type Decision,
  isRefusal,
  type Refusal,
  refuse,
  serviceCommand,
} from '@cairn/kernel';
import { hasManyClassifications } from '../../read-models/items/classified.js';
import { visibleVersion } from '../parents.js';
import { sharingAround } from './sharing-around.js';
import { datasetVersion } from '../../domain/version/state.js';
import {
  dataset,
  datasetAsset,
  datasetName,
  type DatasetState,
  type KnownDataset,
} from '../../domain/dataset/state.js';

/** What other streams say about the change. */
export interface UpdateContext {
  /** Whether the version that shall be active is one of the dataset's. */
  readonly versionIsOwn: boolean;
  /** Whether an item has more than one classification. */
  readonly manyClassifications: boolean;
  /** Those that it is in afterwards; a refusal is told to who may write it. */
  readonly groups: Groups | Refusal;
  readonly caller: AssetCaller;
}

export const decideUpdateDataset = (
  state: DatasetState,
  body: DatasetChanges,
  { versionIsOwn, manyClassifications, groups, caller }: UpdateContext,
): Decision => {
  const current = datasetAsset.mayAccess(caller, state, 'write');
  if (isRefusal(current)) return current;
  const refused =
    referenceRefused(body, versionIsOwn) ?? multiLabelRefused(current, body, manyClassifications);
  if (refused !== undefined) return refused;
  if (isRefusal(groups)) return groups;
  const shared = datasetAsset.changed(current, { body, groups }, caller);
  if (isRefusal(shared)) return shared;
  const { multi_label, default_splits, content_type, active_version_id } = body;
  const own = withoutAbsent({ multi_label, default_splits, content_type, active_version_id });
  return datasetAsset.eventsToReach(current, { ...shared, ...own }, caller.at);
};

/** A dataset that is not there is nowhere. */
const placedBy = (
  context: CommandContext,
  state: DatasetState,
  body: DatasetChanges,
): Promise<Groups | Refusal> | Groups =>
  state.status === 'none'
    ? { organization_id: null, project_id: null }
    : placeAfter(context, datasetName, state, body, sharingAround(context, state.id));

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
    ? refuse(
        'multi_label_violation',
        'Items of the dataset have more than one classification, so `multi_label` stays true.',
      )
    : undefined;

export const updateDataset = serviceCommand(
  datasetCommands.updateDataset,
  ({ id: dataset_id, body }, context) =>
    context.executeAddressed(dataset, dataset_id, {
      given: async (state): Promise<UpdateContext> => {
        const { active_version_id } = body;
        const version =
          active_version_id === undefined ? undefined : await context.load(datasetVersion, active_version_id);
        return {
          versionIsOwn: version !== undefined && !isRefusal(visibleVersion(version, dataset_id)),
          manyClassifications:
            body.multi_label === false && (await hasManyClassifications(context.tools.documents, dataset_id)),
          groups: await placedBy(context, state, body),
          caller: await callerFor(context, state),
        };
      },
      decide: (state, given) => decideUpdateDataset(state, body, given),
    }),
);
