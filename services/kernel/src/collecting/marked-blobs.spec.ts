import { allEvents } from '@cairn/contracts';
import type { Json } from '../base/json-value.js';
import { hashesIn } from './hashes.js';

const NAMED = '0123456789abcdef'.repeat(4);

/** Data with this at the end of a path. */
const dataWith = (hash: string, path: string): Json => {
  const [name, ...rest] = path.split('/');
  if (name === undefined || name === '') return hash;
  const inside = dataWith(hash, rest.join('/'));
  return name === '*' ? [inside] : { [name]: inside };
};

/** The fields of all events that name blobs are marked: a spec of the contract holds that. */
describe('the fields that name blobs', () => {
  it.each(
    allEvents.flatMap((event) => event.blobs.map((path): [string, string] => [event.storedType, path])),
  )('are read: of %s %s', (_event, path) => {
    expect([...hashesIn(dataWith(NAMED, path))]).toEqual([NAMED]);
  });
});
