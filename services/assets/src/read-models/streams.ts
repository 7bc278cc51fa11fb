import { categoryOf, idOf, type QueryContext } from '@cairn/kernel';
import type { Deleted } from './document.js';

/** The id of the asset that a stream belongs to, by the id of the stream; `undefined` when there is none. */
export type AssetOf = (context: QueryContext, id: string) => Promise<string | undefined>;

/** As the document of today tells it in this field. */
export const toldBy =
  (collection: string, field: string): AssetOf =>
  async ({ today }, id) => {
    const told = (await today.get(collection, id))?.[field];
    return typeof told === 'string' ? told : undefined;
  };

/**
 * Whether the caller may read what happened to a stream of what is in assets, by its category: to the asset that it belongs
 * to, a deleted one too. A reading with a moment asks about what happened then.
 */
export const mayReadStreams = (
  within: Readonly<Record<string, AssetOf>>,
  readable: (context: QueryContext, id: string, deleted: Deleted) => Promise<unknown>,
): ((context: QueryContext, stream: string) => Promise<boolean>) => {
  // Whoever asks chooses the category, so what an object inherits is no answer.
  const assetOf = new Map(Object.entries(within));
  return async (context, stream) => {
    const id = await assetOf.get(categoryOf(stream))?.(context, idOf(stream));
    return id !== undefined && (await readable(context, id, { deletedToo: true })) !== undefined;
  };
};
