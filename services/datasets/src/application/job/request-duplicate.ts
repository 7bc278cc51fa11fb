import {
  datasetCommands,
  datasetJobStreamEvents,
  type DatasetVersionCopyInput,
  datasetVersionStreamEvents,
} from '@cairn/contracts';
import {
  type CommandContext,
  type Decision,
  isRefusal,
  type Refusal,
  refuse,
  requesterOf,
  serviceCommand,
  jsonText,
} from '@cairn/kernel';
import { countOf } from '../../read-models/counters/queries.js';
import { versionCount } from '../../read-models/versions/counted.js';
import { givenParents } from '../parents.js';
import { withinBounds } from '../../domain/version/bounds.js';
import { datasetVersion, type KnownVersion, type VersionState } from '../../domain/version/state.js';
import { copiedLabels, copiedSplits, copyId } from '../../domain/job/copies.js';
import { datasetJob } from '../../domain/job/state.js';
import { datasetUsage } from '../../usage.js';
import { versionChecked } from './request-import.js';

/** What a duplicate is made of. */
export interface Copy {
  readonly id: string;
  readonly userId: string;
  /** When the body names none. */
  readonly name: string;
  /** Of the log: what came after it is not copied. */
  readonly position: string;
  readonly body: DatasetVersionCopyInput;
}

/** The copy with its labels and splits; it is not seen before it has its items. */
export const decideCopyVersion = (state: VersionState, source: KnownVersion, copy: Copy): Decision => {
  if (state.status !== 'none') return refuse('conflict', 'There is a version of this id.');
  const config = jsonText(copy.body.config ?? source.config, '/config');
  if (isRefusal(config)) return config;
  const splits = copiedSplits(source, copy.id);
  const defaultSplit = copyId(copy.id, source.default_split);
  return withinBounds(state, [
    datasetVersionStreamEvents.DatasetVersionCreated.of({
      id: copy.id,
      dataset_id: source.dataset_id,
      user_id: copy.userId,
      name: copy.body.name ?? copy.name,
      description: copy.body.description ?? source.description,
      config,
      labels: [...copiedLabels(source, copy.id)],
      splits: [...splits],
      default_split: splits.some(({ id }) => id === defaultSplit) ? defaultSplit : '',
      complete: false,
      origin: { version_id: source.id, position: copy.position },
    }),
  ]);
};

const RETRY_SECONDS = 60;

/** Refused before anything is made when the owner has no room for the items, or the disk is too full. */
const copyRefused = async (
  { tools }: CommandContext,
  { id: version_id, dataset_id }: Pick<KnownVersion, 'id' | 'dataset_id'>,
): Promise<Refusal | undefined> => {
  const { documents, quotas, space } = tools;
  const full = await space?.refusal();
  if (full !== undefined) return { ...refuse('storage_full', full), retryAfterSeconds: RETRY_SECONDS };
  const items = await countOf(documents, version_id, {});
  return (await datasetUsage.room(documents, quotas).inAsset(dataset_id, { items })).refusal;
};

/** The version first, which nobody sees yet, then the job that fills it (law 5). */
export const requestDuplicate = serviceCommand(
  datasetCommands.duplicateDatasetVersion,
  async ({ dataset_id, id: version_id, body = {} }, context) => {
    const id = context.id('version');
    const job = context.id('job');
    const source = await versionChecked(context, job, { dataset_id, version_id });
    if (isRefusal(source)) return source;
    const parents = givenParents(context, { dataset_id, version_id }, 'write');
    const made = await context.execute(datasetVersion, id, {
      given: async () => {
        const position = await context.tools.log.head();
        const found = await parents();
        if (isRefusal(found)) return found;
        const refused = await copyRefused(context, found.version);
        if (refused !== undefined) return refused;
        const count = await versionCount(context.tools.documents, dataset_id);
        return { source: found.version, name: String(count + 1), position };
      },
      decide: (state, { source, name, position }) =>
        decideCopyVersion(state, source, { id, userId: context.principal.userId, name, position, body }),
    });
    if (isRefusal(made)) return made;
    return context.execute(datasetJob, job, {
      given: parents,
      decide: () => [
        datasetJobStreamEvents.DatasetJobRequested.of({
          id: job,
          kind: 'duplicate',
          dataset_id,
          version_id: id,
          user_id: context.principal.userId,
          requester: requesterOf(context.principal),
          name: body.name ?? '',
          source_version_id: version_id,
        }),
      ],
    });
  },
);
