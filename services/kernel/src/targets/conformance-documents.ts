import type { Change, Documents } from '../documents/port.js';
import { readModelOf } from '../reactions/read-model.js';
import { targetConformance, type TargetUnderTest } from './conformance.js';
import { documentsTarget } from './documents.js';

const PROJECTION = 'test.counts';
const collection = 'counts';
const MODEL = readModelOf({
  name: PROJECTION,
  version: 1,
  collections: [{ name: collection, indexes: [{ kind: 'compound', fields: ['name'] }] }],
});
const add: Change = { kind: 'increment', collection, id: 'all', by: { sum: 1 }, defaults: { name: 'all' } };
/** A text is not added to. */
const refused: Change = {
  kind: 'increment',
  collection,
  id: 'all',
  by: { name: 1 },
  defaults: { name: 'all' },
};

export interface StoreUnderTest {
  readonly documents: Documents;
  /** On what the store before kept. */
  readonly reopen: () => Promise<StoreUnderTest>;
}

const underTest = async ({ documents, reopen }: StoreUnderTest): Promise<TargetUnderTest<Change>> => {
  await documents.prepare([MODEL]);
  return {
    target: documentsTarget(documents, PROJECTION),
    add,
    refused,
    counted: async () => Number((await documents.get(collection, 'all'))?.['sum'] ?? 0),
    reopen: async () => {
      await documents.close();
      return underTest(await reopen());
    },
    close: () => documents.close(),
  };
};

/** Documents of one store as a target of projections. `make` gives an empty store, not yet prepared. */
export const documentsTargetConformance = (name: string, make: () => Promise<StoreUnderTest>): void =>
  targetConformance(`documents in ${name}`, async () => underTest(await make()));
