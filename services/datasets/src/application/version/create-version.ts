import type { MadeWithVersion } from '@cairn/assets';
import {
  datasetCommands,
  type DatasetChanges,
  type DatasetVersionInput,
  datasetVersionStreamEvents,
} from '@cairn/contracts';
import {
  type CommandContext,
  type Decision,
  isRefusal,
  refuse,
  serviceCommand,
  type Step,
  step,
  jsonText,
} from '@cairn/kernel';
import { versionCount } from '../../read-models/versions/counted.js';
import { givenDataset } from '../parents.js';
import { withinBounds } from '../../domain/version/bounds.js';
import { newLabels } from '../../domain/version/labels.js';
import {
  defaultSplitOf,
  defaultSplits,
  draftSplits,
  newSplits,
  type SplitDraft,
} from '../../domain/version/new-splits.js';
import { datasetVersion, type VersionState } from '../../domain/version/state.js';

/** What a new version is made of. */
export interface NewVersion {
  readonly id: string;
  readonly dataset_id: string;
  readonly user_id: string;
  /** When the body names none. */
  readonly name: string;
  readonly body: DatasetVersionInput;
  readonly labelIds: readonly string[];
  readonly splits: readonly SplitDraft[];
}

export const decideCreateVersion = (state: VersionState, made: NewVersion): Decision => {
  if (state.status !== 'none') return refuse('conflict', 'There is a version of this id.');
  const { body, user_id } = made;
  const parts = partsOf(made);
  if (isRefusal(parts)) return parts;
  const config = jsonText(body.config ?? '', '/config');
  if (isRefusal(config)) return config;
  return withinBounds(state, [
    datasetVersionStreamEvents.DatasetVersionCreated.of({
      id: made.id,
      dataset_id: made.dataset_id,
      user_id,
      name: body.name ?? made.name,
      description: body.description ?? '',
      config,
      labels: [...parts.labels],
      splits: [...parts.splits],
      default_split: defaultSplitOf(parts.splits),
      complete: true,
    }),
  ]);
};

const partsOf = ({ body, user_id: userId, labelIds: ids, splits: drafts }: NewVersion) => {
  const labels = newLabels({}, body.labels ?? [], {
    ids,
    userId,
    autoCreated: false,
    pointerOf: (index) => `/labels/${index}`,
  });
  if (isRefusal(labels)) return labels;
  const splits = newSplits({}, drafts, { userId, pointerOf: (index) => `/splits/${index}` });
  return isRefusal(splits) ? splits : { labels, splits };
};

/** A version that brings no splits gets the three of a dataset with `default_splits`. */
const splitsOf = (body: DatasetVersionInput, defaults: boolean, id: CommandContext['id']) => {
  if (body.splits !== undefined) return draftSplits(body.splits, (ordinal) => id('split', ordinal));
  return defaults ? defaultSplits((ordinal) => id('split', ordinal)) : [];
};

/** Version 1, made with its dataset and before it, so that a version without a dataset is never seen (law 5; 7, 2). */
export const firstVersion = ({
  context,
  id: dataset_id,
  versionId,
  body,
  organization,
}: MadeWithVersion<DatasetChanges>): Step =>
  step(datasetVersion, versionId, {
    organization,
    decide: (state) =>
      decideCreateVersion(state, {
        id: versionId,
        dataset_id,
        user_id: context.principal.userId,
        name: '1',
        body: {},
        labelIds: [],
        splits: splitsOf({}, body.default_splits === true, context.id),
      }),
  });

export const createVersion = serviceCommand(
  datasetCommands.createDatasetVersion,
  ({ dataset_id, body = {} }, context) => {
    const id = context.id('version');
    return context.executeAddressed(datasetVersion, id, {
      given: async () => {
        const found = await givenDataset(context, dataset_id, 'write')();
        if (isRefusal(found)) return found;
        const count = await versionCount(context.tools.documents, dataset_id);
        return { defaults: found.default_splits, name: String(count + 1) };
      },
      decide: (state, { defaults, name }) =>
        decideCreateVersion(state, {
          id,
          dataset_id,
          user_id: context.principal.userId,
          name,
          body,
          labelIds: (body.labels ?? []).map((_, ordinal) => context.id('label', ordinal)),
          splits: splitsOf(body, defaults, context.id),
        }),
    });
  },
);
