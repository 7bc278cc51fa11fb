import { mergedPages, pageAmong } from '../paging/paging.js';
import type { Page } from '../paging/page.js';

interface Element {
  readonly id: string;
  readonly created_at: string;
}
const at = (...seconds: readonly number[]): readonly Element[] =>
  seconds.map((second) => ({ id: `id-${second}`, created_at: `0${second}` }));
const key = (second: number) => ({ value: `0${second}`, id: `id-${second}` });
const newestFirst = { limit: 2, sort: '-created_at' };
const page = (elements: readonly Element[], next?: number): Page<Element> => ({
  elements,
  ...(next === undefined ? {} : { next: key(next) }),
  total: 4,
  totalExact: next === undefined,
});

describe('a page of several collections', () => {
  it('has the first of all, and goes on behind its last', () => {
    expect(mergedPages([page(at(9, 5), 5), page(at(8, 7), 7)], newestFirst)).toEqual({
      elements: at(9, 8),
      next: key(8),
      total: 8,
      totalExact: false,
    });
  });

  it('ends where a short one ends that goes on: what follows there may come before the rest', () => {
    const { elements, next } = mergedPages([page(at(9), 6), page(at(5, 4))], newestFirst);
    expect([elements, next]).toEqual([at(9), key(6)]);
  });

  it('is the last one when all are', () => {
    const last = mergedPages([page(at(9)), page(at(8))], newestFirst);
    expect([last.elements, last.next, last.totalExact]).toEqual([at(9, 8), undefined, true]);
  });

  it('is one page of one collection as it is', () => {
    const only = page(at(9, 5), 5);
    expect(mergedPages([only], newestFirst)).toEqual(only);
  });

  it('follows the order that was asked for', () => {
    const { elements } = mergedPages([page(at(4)), page(at(3, 9))], { limit: 2, sort: 'created_at' });
    expect(elements).toEqual(at(3, 4));
  });

  it('is in the order of the engines: by code points', () => {
    const texts = ['\u{1f426}', '\uff5e', 'z'].map((id) => ({ id, created_at: id }));
    const [bird, tilde, z] = texts as [Element, Element, Element];
    const request = { limit: 3, sort: 'created_at' };
    expect(pageAmong(texts, request).elements).toEqual([z, tilde, bird]);
    const end = { value: bird.created_at, id: bird.id };
    const pages = [{ elements: [z, bird], next: end, total: 3, totalExact: true }, page([tilde])];
    expect(mergedPages(pages, request).elements).toEqual([z, tilde, bird]);
  });
});
