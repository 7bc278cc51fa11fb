import type { AssetEventData, AssetEventDefinitions, DomainEvent } from '@cairn/contracts';
import { type AssetEvent, assetEventsIn } from '../domain/state.js';

/** These delete, take away, or say whose it is: what it holds is asked of who gets it. */
const ENDING: ReadonlySet<AssetEvent['does']> = new Set([
  'deleted',
  'purged',
  'logoRemoved',
  'transferred',
  'shareRemoved',
]);

/**
 * Whether an event of an asset is appended however much is stored: it deletes or takes away, or changes nothing but who
 * may see the asset. `undefined` for an event that not all assets have.
 */
export const goesOnOf = (
  definitions: AssetEventDefinitions,
): ((event: DomainEvent) => boolean | undefined) => {
  const read = assetEventsIn(definitions);
  return (event) => {
    const told = read(event);
    if (told === undefined) return undefined;
    return told.does === 'updated' ? changesReaders(told.data) : ENDING.has(told.does);
  };
};

const OF_READERS = new Set(['public', 'visibility', 'organization_id', 'project_id']);

const changesReaders = ({ changes, readers }: AssetEventData['updated']): boolean =>
  readers !== undefined && Object.keys(changes).every((field) => OF_READERS.has(field));
