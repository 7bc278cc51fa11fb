import { conformance } from '../testkit/conformance.js';
import {
  changingCases,
  checkpointCases,
  countingCases,
  orderCases,
  uniqueCases,
} from './conformance-applying.js';
import {
  filteringCases,
  gettingCases,
  idCases,
  insertedCases,
  pagingCases,
  readersCases,
  sortingCases,
} from './conformance-finding.js';
import { byteCases, someCases } from './conformance-bytes.js';
import { hostileCases } from './conformance-hostile.js';
import { generationCases, preparingCases, reopeningCases } from './conformance-generations.js';
import { largeCases } from './conformance-large.js';
import { randomCases } from './conformance-random.js';
import { searchCases } from './conformance-search.js';
import { severalCases } from './conformance-several.js';
import { scopedWordsCases, wordsCases, wordsInPartsCases } from './conformance-words.js';
import type { DocumentsUnderTest } from './conformance-store.js';
import { MODEL } from './conformance-store.js';
import type { Documents } from './port.js';
import { DocumentsUnavailable } from './port.js';

export type { DocumentsUnderTest } from './conformance-store.js';

/** What every store of documents keeps to. `make` gives an empty one, not yet prepared. */
export const documentsConformance = (name: string, make: () => Promise<DocumentsUnderTest>): void => {
  conformance(`documents in ${name}`, () => {
    let test: DocumentsUnderTest;
    const store = (): Documents => test.documents;
    beforeEach(async () => {
      test = await make();
      await store().prepare([MODEL]);
    });
    afterEach(() => store().close());

    describe('changes', () => changingCases(store));
    describe('increments and removals', () => countingCases(store));
    describe('the order of changes', () => orderCases(store));
    describe('the checkpoint', () => checkpointCases(store));
    describe('several read models', () => severalCases(store));
    describe('large batches', () => largeCases(store));
    describe('unique indexes', () => uniqueCases(store));
    describe('getting and counting', () => gettingCases(store));
    describe('sorting', () => sortingCases(store));
    describe('paging', () => pagingCases(store));
    describe('pages of so many bytes', () => byteCases(store));
    describe('documents of ids, as far as they fit', () => someCases(store));
    describe('paging while documents come', () => insertedCases(store));
    describe('filters', () => filteringCases(store));
    describe('ids', () => idCases(store));
    describe('readers', () => readersCases(store));
    describe('words', () => wordsCases(store));
    describe('words in parts', () => wordsInPartsCases(store));
    describe('words within a scope', () => scopedWordsCases(store));
    describe('search in all scripts', () => searchCases(store));
    describe('texts that mean something elsewhere', () => hostileCases(store));
    describe('generations', () => generationCases(store));
    describe('preparing', () => preparingCases(store));
    describe('opening again', () => reopeningCases(() => test));
    describe('anything at all', () => randomCases(async () => (await make()).documents));

    it('says that it is closed', async () => {
      await store().close();
      await expect(store().get('things', 'a')).rejects.toBeInstanceOf(DocumentsUnavailable);
    });
  });
};
