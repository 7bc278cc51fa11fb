import { type CommandContext, type Refusal, refuse } from '@cairn/kernel';
import { versionIdsOf } from '../../read-models/versions/counted.js';
import { datasetVersion } from './state.js';

/** Longer than a command may take: so long others wait when the process ends in between. */
const HELD_MS = 60_000;
const RETRY_SECONDS = 1;

const registerOf = (datasetId: string): string => `datasets/version-deletion/${datasetId}`;

/**
 * Whether this version has the dataset for itself: each has a stream of its own, and of two that are deleted at the same
 * moment each would be the one that the other leaves. What was deleted holds nothing.
 */
const holds = async (context: CommandContext, datasetId: string, versionId: string): Promise<boolean> => {
  const { registers } = context.tools;
  for (;;) {
    const held = await registers.get(registerOf(datasetId));
    const holder = typeof held?.value === 'string' ? held.value : versionId;
    if (holder !== versionId && (await isLive(context, holder))) return false;
    const taken = await registers.compareAndSet(registerOf(datasetId), held?.revision, versionId, HELD_MS);
    if (taken !== undefined) return true;
  }
};

/** To be called when the version was deleted, or was not. */
export const releaseDataset = async (
  context: CommandContext,
  datasetId: string,
  versionId: string,
): Promise<void> => {
  const { registers } = context.tools;
  const held = await registers.get(registerOf(datasetId));
  if (held?.value === versionId) await registers.remove(registerOf(datasetId));
};

const isLive = async ({ load }: CommandContext, versionId: string): Promise<boolean> =>
  (await load(datasetVersion, versionId)).status === 'live';

/**
 * How many versions the deletion of one would leave: one or none, by the log, for the documents may show one that is
 * deleted. From then on no other is deleted until `releaseDataset`; refused while another has the dataset.
 */
export const othersLeft = async (
  context: CommandContext,
  datasetId: string,
  versionId: string,
): Promise<number | Refusal> => {
  if (!(await isLive(context, versionId))) return 0;
  if (!(await holds(context, datasetId, versionId))) return beingDeleted();
  for await (const id of versionIdsOf(context.tools.documents, datasetId))
    if (id !== versionId && (await isLive(context, id))) return 1;
  return 0;
};

const beingDeleted = (): Refusal => ({
  ...refuse('conflict', 'Another version of the dataset is being deleted.'),
  retryAfterSeconds: RETRY_SECONDS,
});
