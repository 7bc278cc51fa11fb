import { type Document, type Filter, type FindOptions, matches, type QueryContext } from '@cairn/kernel';

/** So many assets one statement reads the versions of, each in their order, without a sort. */
const AT_ONCE = 50;

type Reading = Pick<QueryContext, 'today'>;

/** Where the versions of one kind of asset are. */
export interface KeptVersions<Version extends Document> {
  readonly collection: string;
  /** The field that names the asset: `model_id`. An index has it, the fields of `where` and `created_at`. */
  readonly of: string;
  /** The fields by which those that are there are told. */
  readonly where: NonNullable<Filter['fields']>;
  /** Those of some with these fields that their assets have. */
  there(this: void, context: Reading, found: readonly Document[]): Promise<readonly Version[]>;
}

/** Versions that are there, by their ids. */
export const versionsThere = async <Version extends Document>(
  context: Reading,
  { collection, where, there }: KeptVersions<Version>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Version>> => {
  const found = await context.today.getMany(collection, [...new Set(ids)]);
  const versions = await there(
    context,
    found.filter((each) => matches(each, { fields: where })),
  );
  return new Map(versions.map((each) => [each.id, each]));
};

/** The newest versions of some assets that are there, `most` of each, the newest first, by the id of the asset. */
export const newestVersions = async <Version extends Document>(
  context: Reading,
  versions: KeptVersions<Version>,
  assetIds: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, readonly Version[]>> => {
  const newest = new Map<string, Version[]>(assetIds.map((id) => [id, []]));
  for (let from = 0; from < assetIds.length; from += AT_ONCE)
    await readNewest(context, versions, assetIds.slice(from, from + AT_ONCE), most, newest);
  return newest;
};

/** Reads on, behind what was read, for those that have not enough yet. */
const readNewest = async <Version extends Document>(
  context: Reading,
  { collection, of, where, there }: KeptVersions<Version>,
  assetIds: readonly string[],
  most: number,
  newest: ReadonlyMap<string, Version[]>,
): Promise<void> => {
  let wanting = assetIds;
  let after: FindOptions['after'];
  while (wanting.length > 0) {
    const limit = wanting.length * most;
    const options = { filter: { fields: { [of]: wanting, ...where } }, sort: '-created_at', limit };
    const found = await context.today.find(collection, {
      ...options,
      ...(after === undefined ? {} : { after }),
    });
    for (const version of await there(context, found)) {
      const theirs = newest.get(version[of] as string) ?? [];
      if (theirs.length < most) theirs.push(version);
    }
    const last = found.length < limit ? undefined : found.at(-1);
    if (last === undefined) return;
    after = { value: last['created_at'] as string, id: last.id };
    wanting = wanting.filter((id) => (newest.get(id)?.length ?? 0) < most);
  }
};
