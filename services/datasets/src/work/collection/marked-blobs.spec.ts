import { allEvents, categoryOfType, type EventDefinition } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import { hashesIn } from './hashes.js';
import { purgeableCategories } from './owners.js';

const NAMED = '0123456789abcdef'.repeat(4);
const naming = allEvents.filter(({ blobs }) => blobs.length > 0);

/** Data with this at the end of a path. */
const dataWith = (hash: string, path: string): Json => {
  const [name, ...rest] = path.split('/');
  if (name === undefined || name === '') return hash;
  const inside = dataWith(hash, rest.join('/'));
  return name === '*' ? [inside] : { [name]: inside };
};

/** Logos of groups: groups are never purged, and so their files stay. */
const KEPT = ['organization', 'project', 'team'];

/** The fields of all events that name blobs are marked: a spec of the contract holds that. */
describe('the fields that name blobs', () => {
  it.each(naming.flatMap((event) => event.blobs.map((path): [string, string] => [event.storedType, path])))(
    'are read: of %s %s',
    (_event, path) => {
      expect([...hashesIn(dataWith(NAMED, path))]).toEqual([NAMED]);
    },
  );

  it('are of streams whose files go with their owner, or of those that are kept for ever', () => {
    const categories = new Set(naming.map(({ storedType }: EventDefinition) => categoryOfType(storedType)));
    expect([...categories].filter((category) => !purgeableCategories.has(category)).sort()).toEqual(KEPT);
  });
});
