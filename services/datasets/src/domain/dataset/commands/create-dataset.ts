import { datasetCommands, type DatasetInput, datasetStreamEvents } from '@cairn/contracts';
import { type Decision, isRefusal, refuse, scopesCover, serviceCommand, step } from '@cairn/kernel';
import { type Caller, callerOf } from '../../caller.js';
import { decideCreateVersion } from '../../version/commands/create-version.js';
import { defaultSplits } from '../../version/new-splits.js';
import { datasetVersion } from '../../version/state.js';
import { beginningOf } from '../history-from.js';
import { dataset, type DatasetState } from '../state.js';
import { groupMissing, groupsAfter, readersAfter, visibilityAfter } from '../visibility.js';

/** What a new dataset is made of. */
export interface NewDataset {
  readonly id: string;
  readonly versionId: string;
  readonly body: DatasetInput;
}

export const decideCreateDataset = (
  state: DatasetState,
  { id, versionId, body }: NewDataset,
  { principal, at }: Caller,
): Decision => {
  if (state.status !== 'none') return refuse('conflict', 'There is a dataset of this id.');
  if (!scopesCover(principal.scopes, 'datasets:write'))
    return refuse('scope_missing', 'The key lacks the scope datasets:write.');
  const seen = visibilityAfter({ public: false, visibility: 'private' }, body);
  if (isRefusal(seen)) return seen;
  const beginning = beginningOf(body.history_from, at);
  if (isRefusal(beginning)) return beginning;
  const groups = groupsAfter({ organization_id: null, project_id: null }, body, principal);
  const missing = groupMissing(seen.visibility, groups);
  if (missing !== undefined) return missing;
  const owned = { user_id: principal.userId, visibility: seen.visibility, ...groups };
  return [
    datasetStreamEvents.DatasetCreated.of({
      id,
      ...settings(body),
      ...seen,
      user_id: principal.userId,
      ...(groups.organization_id === null ? {} : { organization_id: groups.organization_id }),
      ...(groups.project_id === null ? {} : { project_id: groups.project_id }),
      active_version_id: versionId,
      readers: readersAfter(owned, []),
    }),
  ];
};

const settings = ({
  name,
  description = '',
  notes = '',
  multi_label = false,
  default_splits = false,
  content_type = '',
}: DatasetInput) => ({ name, description, notes, multi_label, default_splits, content_type });

/** Makes version 1 first and the dataset last, so that a version without a dataset is never seen (law 5; 7, 2). */
export const createDataset = serviceCommand(datasetCommands.createDataset, async ({ body }, context) => {
  const made = { id: context.id('dataset'), versionId: context.id('version'), body };
  const refused = decideCreateDataset(dataset.initial, made, callerOf(context));
  if (isRefusal(refused)) return refused;
  const splits = body.default_splits === true ? defaultSplits((ordinal) => context.id('split', ordinal)) : [];
  const version = step(datasetVersion, made.versionId, {
    decide: (state) =>
      decideCreateVersion(state, {
        id: made.versionId,
        dataset_id: made.id,
        user_id: context.principal.userId,
        name: '1',
        body: {},
        labelIds: [],
        splits,
      }),
  });
  return context.executeInOrder([version], dataset, made.id, {
    decide: (state) => decideCreateDataset(state, made, callerOf(context)),
  });
});
