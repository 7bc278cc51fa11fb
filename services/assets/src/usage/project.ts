import type { DomainEvent } from '@cairn/contracts';
import { type Change, projection, type ProjectedEvent, type Projection } from '@cairn/kernel';
import type { Charge } from './charge.js';
import type { ChargedKind, ChargedStreams, Charging } from './charging.js';
import { usageCollections } from './documents.js';
import { keptTotals } from './totals/keep.js';
import { totalledAssets } from './totals/totalled.js';

type Facts = Pick<ProjectedEvent, 'id'>;
type Projecting<More extends readonly unknown[] = []> = (
  event: DomainEvent,
  facts: Facts,
  ...more: More
) => readonly Change[];

/**
 * `<area>.usage`: what assets and the streams in them take, counted by increments (law 7). A stream names its asset, an
 * asset its owner and organization; what is purged has no document, which gives back what it took. Totals are kept beside.
 */
export const usageProjection = (asset: ChargedKind, charging: Charging, version: number): Projection => {
  const { assets, streams, assetId } = usageCollections(charging);
  const ofAsset = assetProjecting(asset, charging);
  const ofStreams = streamsProjecting(charging);
  return projection({
    name: `${asset.contract.area}.usage`,
    version,
    collections: [
      {
        name: assets,
        indexes: [
          { kind: 'compound', fields: ['owner_id'] },
          { kind: 'compound', fields: ['organization_id'] },
        ],
      },
      { name: streams, indexes: [{ kind: 'compound', fields: [assetId] }] },
    ],
    derived: keptTotals(totalledAssets(charging)),
    events: charging.definitions,
    project: (event, facts) => {
      const its = charging.streamsOf(event.type);
      return its === undefined ? ofAsset(event, facts) : ofStreams(event, facts, its);
    },
  });
};

const assetProjecting = ({ contract: { events } }: ChargedKind, charging: Charging): Projecting => {
  const { assets: collection } = usageCollections(charging);
  return (event, { id }) => {
    if (event.type === events.purged.name) return [{ kind: 'remove', collection, id }];
    const { ownerId, organizationId } = charging.placedBy(event);
    const place = {
      ...(ownerId === undefined ? {} : { owner_id: ownerId }),
      ...(organizationId === undefined ? {} : { organization_id: organizationId }),
    };
    return [
      { kind: 'increment', collection, id, by: takenBy(event, charging) },
      ...patched(collection, id, place),
    ];
  };
};

/** A stream has a document until it is purged; what is counted with another adds to that one's. */
const streamsProjecting = (charging: Charging): Projecting<[its: ChargedStreams]> => {
  const { streams: collection, assetId } = usageCollections(charging);
  return (event, { id: own }, { purged, countedWith }) => {
    if (event.type === purged?.name) return [{ kind: 'remove', collection, id: own }];
    const id = countedWith === undefined ? own : countedWith(event);
    if (id === undefined) return [];
    const named = countedWith === undefined ? textIn(event.data, assetId) : undefined;
    return [
      { kind: 'increment', collection, id, by: takenBy(event, charging) },
      ...patched(collection, id, named === undefined ? {} : { [assetId]: named }),
    ];
  };
};

/** The numbers that are added to a document. Assets themselves are counted by their documents. */
const takenBy = (event: DomainEvent, { chargeOf, countedAs }: Charging): Partial<Charge> =>
  Object.fromEntries(Object.entries(chargeOf(event)).filter(([bound, by]) => by > 0 && bound !== countedAs));

const patched = (
  collection: string,
  id: string,
  fields: Readonly<Record<string, string | null>>,
): readonly Change[] => (Object.keys(fields).length === 0 ? [] : [{ kind: 'patch', collection, id, fields }]);

const textIn = (data: unknown, field: string): string | undefined => {
  const found = (data as Readonly<Record<string, unknown>>)[field];
  return typeof found === 'string' ? found : undefined;
};
