import type { Change, Document, Documents } from '../documents/port.js';

/** What takes documents away, when it is asked for: all of these, or those of which `isStill` holds by then. */
export const removals =
  (
    documents: Pick<Documents, 'getMany'>,
    collection: string,
    ids: readonly string[],
    isStill?: (document: Document) => boolean,
  ) =>
  async (): Promise<readonly Change[]> => {
    const some =
      isStill === undefined
        ? ids
        : (await documents.getMany(collection, ids)).filter(isStill).map(({ id }) => id);
    return some.map((id): Change => ({ kind: 'remove', collection, id }));
  };
