import type { DomainEvent, EventDefinition, VersionAdded } from '@cairn/contracts';
import type { Change, Collection, Document, ProjectedEvent, QueryContext } from '@cairn/kernel';

/** Where it stands which versions an asset has taken in, and under which numbers. */
export interface VersionNumbers {
  /** By the id of the version. */
  readonly collection: string;
  /** In which documents name their asset: `graph_id`. */
  readonly assetField: string;
  /** The event with which an asset takes one in. */
  readonly added: EventDefinition;
}

export const numbersCollection = ({ collection, assetField }: VersionNumbers): Collection => ({
  name: collection,
  indexes: [{ kind: 'compound', fields: [assetField, 'version_number'] }],
});

/** What an event of an asset says of the versions that it has; the one that it is made with is its first. */
export const numberChanges = (
  numbers: VersionNumbers,
  created: EventDefinition,
): ((event: DomainEvent, facts: Omit<ProjectedEvent, 'event'>) => readonly Change[]) => {
  const numbered = (version: VersionAdded, { id, at }: Omit<ProjectedEvent, 'event'>): Change => ({
    kind: 'put',
    collection: numbers.collection,
    document: {
      ...{ id: version.version_id, [numbers.assetField]: id },
      ...{ version_number: version.version_number, created_at: at },
    },
  });
  return ({ type, data }, facts) => {
    if (type === numbers.added.name) return [numbered(data as VersionAdded, facts)];
    const { active_version_id: first = '' } = data as { readonly active_version_id?: string };
    return type === created.name && first !== ''
      ? [numbered({ version_id: first, version_number: 1 }, facts)]
      : [];
  };
};

/** Those of some versions that assets have taken in, by id; numbers never change, so that they are today's. */
export const numbersOf = async (
  { today }: Pick<QueryContext, 'today'>,
  { collection }: Pick<VersionNumbers, 'collection'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const found = (await today.getMany(collection, ids)) as readonly (Document & VersionAdded)[];
  return new Map(found.map(({ id, version_number }) => [id, version_number]));
};
