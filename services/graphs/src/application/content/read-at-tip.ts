import type { GraphContentEvent } from '@cairn/contracts';
import {
  type Documents,
  partsOf,
  pause,
  READ_ON,
  type Refusal,
  refuse,
  type ServiceTools,
  type StreamTip,
  streamOf,
  understood,
} from '@cairn/kernel';
import { graphContent } from '../../domain/content/state.js';
import { contentId } from '../../read-models/content/keys.js';
import { CONTENTS } from '../../read-models/content/project.js';
import type { ContentDocument } from '../../read-models/content/rows.js';

/** What content is read from. */
export type LoadingTools = Pick<ServiceTools, 'log' | 'streams'> & {
  readonly documents: Pick<Documents, 'get' | 'getMany' | 'getSome' | 'find' | 'findPage' | 'count'>;
};

/** What is read of the content of a version. */
export interface ReadAtTip {
  fromDocuments(): Promise<void>;
  /** A change that the documents may not have yet, in the order of the changes. */
  apply(data: GraphContentEvent['data'], revision: number, at: string): void;
}

/** So many changes that the documents do not have yet are read from the log; more are waited for. */
const MOST_BEHIND = 64n;
const WAIT_MS = 2_000;
const LOOK_AGAIN_MS = 25;

/**
 * Reads content exactly as it is at `tip`: from the documents, and over them the changes that the documents do not have
 * yet. Which revision the documents have is read before the rows, so that they may move meanwhile. `READ_ON`: they are
 * further than `tip`. `projection_lag`: they are too far behind.
 */
export const readAtTip = async (
  tools: LoadingTools,
  versionId: string,
  tip: StreamTip | undefined,
  read: ReadAtTip,
): Promise<typeof READ_ON | Refusal | undefined> => {
  const id = contentId(versionId);
  const known = await behind(tools, id, tip);
  if (known === READ_ON || isTooFar(known, tip)) return known === READ_ON ? known : tooFarBehind();
  if (known !== undefined) await read.fromDocuments();
  if ((await behind(tools, id, tip)) === READ_ON) return READ_ON;
  if (tip !== undefined) await fromLog(tools, versionId, { known, tip }, read);
  return undefined;
};

/** Waits a while for documents that have the changes up to `tip`; `projection_lag` when they do not come. */
export const caughtUp = async (
  tools: Pick<LoadingTools, 'documents'>,
  versionId: string,
  tip: StreamTip | undefined,
): Promise<Refusal | undefined> => {
  const end = performance.now() + WAIT_MS;
  while (revisionOf(await knownBy(tools, contentId(versionId))) < revisionOf(tip)) {
    if (performance.now() > end) return tooFarBehind();
    await pause(LOOK_AGAIN_MS);
  }
  return undefined;
};

const isTooFar = (known: StreamTip | undefined, tip: StreamTip | undefined): boolean =>
  revisionOf(tip) - revisionOf(known) > MOST_BEHIND;

/** Before the first change it is −1. */
const revisionOf = (tip: StreamTip | undefined): bigint => tip?.revision ?? -1n;

const tooFarBehind = (): Refusal => ({
  ...refuse(
    'projection_lag',
    'The nodes and edges that can be read are too far behind what was written; try again.',
  ),
  retryAfterSeconds: 1,
});

/** Where the documents are; waits a while when that is far behind. `READ_ON`: they are further than the tip. */
const behind = async (
  tools: LoadingTools,
  id: string,
  tip: StreamTip | undefined,
): Promise<StreamTip | undefined | typeof READ_ON> => {
  const end = performance.now() + WAIT_MS;
  for (;;) {
    const known = await knownBy(tools, id);
    if (revisionOf(known) > revisionOf(tip)) return READ_ON;
    if (!isTooFar(known, tip) || performance.now() > end) return known;
    await pause(LOOK_AGAIN_MS);
  }
};

const knownBy = async (
  { documents }: Pick<LoadingTools, 'documents'>,
  id: string,
): Promise<StreamTip | undefined> => {
  const document = (await documents.get(CONTENTS, id)) as ContentDocument | undefined;
  return document && { revision: BigInt(document.revision), hash: document.hash };
};

/** The changes after those that the documents have, up to the tip. */
const fromLog = async (
  { log, streams }: LoadingTools,
  versionId: string,
  { known, tip }: { readonly known: StreamTip | undefined; readonly tip: StreamTip },
  read: ReadAtTip,
): Promise<void> => {
  if (known !== undefined && known.revision >= tip.revision) return;
  const registry = streams.registryOf(graphContent);
  const options = { through: tip.revision, ...(known === undefined ? {} : { after: known }) };
  for await (const part of partsOf(log, streamOf(graphContent, versionId), options))
    for (const recorded of part) {
      // Its registry has the events of the content alone.
      const { data } = understood(registry, recorded) as GraphContentEvent;
      read.apply(data, Number(recorded.revision), recorded.metadata.at);
    }
};
