import { notFound, type QueryContext, type Refusal } from '@cairn/kernel';
import { graphReads, graphVersionReads } from '../graphs.js';

/** What a write is for: a version of a graph. */
export interface WrittenVersion {
  readonly id: string;
  readonly version_id: string;
}

/** Why the caller could not write there now; `undefined` when nothing is in the way. The command decides again. */
export const writeRefusal = async (
  context: QueryContext,
  { id, version_id }: WrittenVersion,
): Promise<Refusal | undefined> =>
  (await graphReads.refusal(context, id, 'write')) ??
  ((await graphVersionReads.readable(context, id, version_id)) === undefined ? notFound() : undefined);
