import {
  type AccessAction,
  andThen,
  type AssetCaller,
  decideAccess,
  notFound,
  type PointInTimeReader,
  type QueryContext,
  type Refusal,
  type Soon,
} from '@cairn/kernel';
import { standingCaller } from '../access/caller.js';
import { accessible, accessRefusal, type AssetName, placeOf } from '../domain/access.js';
import { type AssetDocument, type Deleted, seen } from './document.js';

/** Who asks, and when. */
type Reader = Pick<QueryContext, 'principal' | 'rights' | 'at'>;
/** Where the documents of one kind of asset are. */
type Kept = AssetName & { readonly collection: string };

/** Whether the caller may do that; `document` is as it is now: the right is always today's. */
const may = (its: Kept, reader: Reader, document: AssetDocument, action: AccessAction): Soon<boolean> => {
  const asset = accessible(document);
  return andThen(
    standingCaller(reader.rights, reader, asset),
    (caller) => decideAccess(caller, asset, `${its.resource}:${action}`, caller.at).allowed,
  );
};

const callerOf = (reader: Reader, document: AssetDocument): Soon<AssetCaller> =>
  standingCaller(reader.rights, reader, placeOf(document));

/** Where the history begins that the caller may read, by the asset as it is now; `undefined`: at the creation. */
const beginningFor = async (
  its: Kept,
  context: Reader,
  document: AssetDocument,
): Promise<string | undefined> =>
  document.history_from === undefined || (await may(its, context, document, 'write'))
    ? undefined
    : document.history_from;

const documentOf = async (
  { collection }: Kept,
  { today }: Pick<QueryContext, 'today'>,
  id: string,
): Promise<AssetDocument | undefined> => (await today.get(collection, id)) as AssetDocument | undefined;

const refusalOf = async (
  its: Kept,
  context: Reader & Pick<QueryContext, 'today'>,
  id: string,
  action: AccessAction,
): Promise<Refusal | undefined> => {
  const document = await documentOf(its, context, id);
  if (document === undefined) return notFound();
  const caller = await callerOf(context, document);
  return (
    accessRefusal(its, caller, accessible(document), action) ?? (document.deleted ? notFound() : undefined)
  );
};

/** What of the assets of one kind a caller may read. */
export const assetRights = <Known extends AssetDocument>(its: Kept) => {
  const todayOf = async (context: QueryContext, id: string): Promise<Known | undefined> =>
    (await documentOf(its, context, id)) as Known | undefined;

  const isPastOpen = async (context: PointInTimeReader, today: AssetDocument): Promise<boolean> => {
    const { pointInTime } = context;
    return pointInTime === undefined || pointInTime.at >= ((await beginningFor(its, context, today)) ?? '');
  };

  const isReadable = (context: Reader, today: AssetDocument): Soon<boolean> =>
    may(its, context, today, 'read');

  return {
    /** Whether the caller may read an asset as it is now, be it deleted or not. */
    isReadable,
    /** Whether the caller may do that with one, likewise. */
    isAllowed: (context: Reader, today: AssetDocument, action: AccessAction): Soon<boolean> =>
      may(its, context, today, action),
    /**
     * Whether the caller may see the moment that is read of an asset as it is now: what was before `history_from` is there
     * for who may write it, and has never been for others. This is the only place that says so.
     */
    isPastOpen,
    /** Where the history of an asset and of what is in it begins for the caller; `undefined`: at the creation. */
    visibleSince: async (context: QueryContext, id: string): Promise<string | undefined> => {
      const today = await todayOf(context, id);
      return today && (await beginningFor(its, context, today));
    },
    /** The asset at the moment that is read, when the caller may read it, and that moment of it, today; else `undefined`. */
    readable: async (
      context: QueryContext,
      id: string,
      { deletedToo = false }: Deleted = {},
    ): Promise<Known | undefined> => {
      const today = await todayOf(context, id);
      if (today === undefined || !(await isReadable(context, today)) || !(await isPastOpen(context, today)))
        return undefined;
      if (context.documents === context.today) return seen(today, deletedToo);
      return seen((await context.documents.get(its.collection, id)) as Known | undefined, deletedToo);
    },
    /** Why the caller could not do that with it now; `undefined` when nothing is in the way. The command decides again. */
    refusal: (context: QueryContext, id: string, action: AccessAction) => refusalOf(its, context, id, action),
  };
};
