import type { GraphContentEvent } from '@cairn/contracts';
import { type Done, type Refusal, refuse, type ServiceTools, streamOf, understood } from '@cairn/kernel';
import { graphContent } from '../../domain/content/state.js';
import { changeId, contentId, spaceOf } from '../../read-models/content/keys.js';
import { CHANGES } from '../../read-models/content/project.js';
import type { ChangeRow } from '../../read-models/content/rows.js';

type Tools = Pick<ServiceTools, 'documents' | 'log' | 'streams'>;

/** What one change of the content did. It may tell elements that were `refused`, and so is no outcome by itself. */
export interface FoundChange {
  readonly data: GraphContentEvent['data'];
}

/** What one change of a version's content did, from the log: it is there. `projection_lag` while that cannot be found. */
export const changeAt = async (
  { documents, log, streams }: Tools,
  versionId: string,
  revision: number,
): Promise<FoundChange | Refusal> => {
  const s = spaceOf(contentId(versionId));
  const before = (await documents.get(CHANGES, changeId(s, revision - 1))) as ChangeRow | undefined;
  if (revision > 0 && before === undefined) return lagging();
  const after = before && { revision: BigInt(before.revision), hash: before.hash };
  const options = { limit: 1, ...(after === undefined ? {} : { after }) };
  const [recorded] = await log.read(streamOf(graphContent, versionId), options);
  if (recorded === undefined) return lagging();
  // Its registry has the events of the content alone.
  const { data } = understood(streams.registryOf(graphContent), recorded) as GraphContentEvent;
  return { data };
};

const lagging = (): Refusal => ({
  ...refuse('projection_lag', 'The change cannot be read yet; try again.'),
  retryAfterSeconds: 1,
});

/** What a command did that was here before. */
export const changeOf = async (
  tools: Tools & Pick<ServiceTools, 'reached'>,
  versionId: string,
  { revision, position }: Pick<Done, 'revision' | 'position'>,
): Promise<FoundChange | Refusal> => {
  await tools.reached(position, WAIT_MS);
  return changeAt(tools, versionId, Number(revision));
};
const WAIT_MS = 2_000;
