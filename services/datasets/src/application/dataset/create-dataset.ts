import { type Groups, groupsAfter } from '@cairn/assets';
import { datasetCommands, type DatasetInput, datasetStreamEvents } from '@cairn/contracts';
import { type Caller, callerOf, type Decision, isRefusal, serviceCommand, step } from '@cairn/kernel';
import { decideCreateVersion } from '../version/create-version.js';
import { defaultSplits } from '../../domain/version/new-splits.js';
import { datasetVersion } from '../../domain/version/state.js';
import { dataset, datasetAsset, datasetName, type DatasetState } from '../../domain/dataset/state.js';

/** What a new dataset is made of. */
export interface NewDataset {
  readonly id: string;
  readonly versionId: string;
  readonly body: DatasetInput;
  /** Those that the caller may put it into. */
  readonly groups: Groups;
}

export const decideCreateDataset = (state: DatasetState, made: NewDataset, caller: Caller): Decision => {
  const created = datasetAsset.created(state, made, caller);
  if (isRefusal(created)) return created;
  const { multi_label = false, default_splits = false, content_type = '' } = made.body;
  return [datasetStreamEvents.DatasetCreated.of({ ...created, multi_label, default_splits, content_type })];
};

/** Makes version 1 first and the dataset last, so that a version without a dataset is never seen (law 5; 7, 2). */
export const createDataset = serviceCommand(datasetCommands.createDataset, async ({ body }, context) => {
  const groups = await groupsAfter(context, datasetName, body);
  if (isRefusal(groups)) return groups;
  const made = { id: context.id('dataset'), versionId: context.id('version'), body, groups };
  const decided = decideCreateDataset(dataset.initial, made, callerOf(context));
  if (isRefusal(decided)) return decided;
  const splits = body.default_splits === true ? defaultSplits((ordinal) => context.id('split', ordinal)) : [];
  const version = step(datasetVersion, made.versionId, {
    organization: datasetAsset.organizationAfter(dataset.initial, decided) ?? null,
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
    decide: (state) =>
      state === dataset.initial ? decided : decideCreateDataset(state, made, callerOf(context)),
  });
});
