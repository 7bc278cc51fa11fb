import type { GraphNode } from '@cairn/contracts';
import { type Json, PAGE_BYTES } from '@cairn/kernel';
import { limits } from '../../formats/limits.js';
import { allPages } from '../../testing/content-under-test.js';
import { DecidedContent, edge, gone, node, timeOf } from '../../testing/decided-content.js';
import { projected } from '../../testing/lagging-documents.js';
import { historyOfElement } from './history.js';
import { contentId, spaceOf } from './keys.js';
import { NODES } from './project.js';
import { nodeOf, type NodeRow } from './rows.js';

describe('the history of a node', () => {
  let content: DecidedContent;
  beforeEach(() => {
    content = new DecidedContent();
  });

  /** What can be told of it from a moment on. */
  const historyOf = (uid: string, since?: string) => {
    const { versionId, documents } = projected(content.events);
    const s = spaceOf(contentId(versionId));
    const shown = (row: NodeRow): Json => {
      const { labels }: GraphNode = nodeOf(row);
      return { labels: [...labels] };
    };
    const of = { collection: NODES, uid, moment: { s, nodes: 0, edges: 0 }, since, shown };
    return (sort: string, limit = 100) =>
      allPages((page) => historyOfElement(documents, of, page), { limit, sort });
  };
  const told = (pages: Awaited<ReturnType<ReturnType<typeof historyOf>>>) =>
    pages.flatMap(({ elements }) => elements).map(({ revision, changes }) => ({ revision, changes }));
  const labels = (before: string | undefined, after: string | undefined) => [
    {
      path: after === undefined ? '' : '/labels',
      ...(before === undefined ? {} : { before: after === undefined ? { labels: [before] } : [before] }),
      ...(after === undefined ? {} : { after: [after] }),
    },
  ];

  it('tells what it was and became, that it went and came again, and nothing that others did', async () => {
    content.change({ nodes: [node('a', { labels: ['A'] }), node('other')] });
    content.change({ nodes: [node('other', { labels: ['X'] })], edges: [edge('e', 'a', 'a')] });
    content.change({ nodes: [node('a', { labels: ['B'] })] });
    content.change({ deletedNodes: gone('a') });
    content.change({ nodes: [node('a', { labels: ['C'] })] });
    const expected = [
      { revision: 0, changes: labels(undefined, 'A') },
      { revision: 2, changes: labels('A', 'B') },
      { revision: 3, changes: labels('B', undefined) },
      { revision: 4, changes: labels(undefined, 'C') },
    ];
    expect(told(await historyOf('a')('revision'))).toEqual(expected);
    expect(told(await historyOf('a')('-revision'))).toEqual([...expected].reverse());
    expect(told(await historyOf('nobody')('revision'))).toEqual([]);
  });

  it.each<[string, string, readonly object[]]>([
    [
      'between two changes',
      new Date(Date.parse(timeOf(1)) - 1).toISOString(),
      [
        { revision: 1, changes: labels('A', 'B') },
        { revision: 2, changes: labels('B', undefined) },
      ],
    ],
    [
      'at a change: what was before it is not told',
      timeOf(1),
      [
        { revision: 1, changes: labels(undefined, 'B') },
        { revision: 2, changes: labels('B', undefined) },
      ],
    ],
    ['at its deletion', timeOf(2), [{ revision: 2, changes: [] }]],
    ['when it was gone', timeOf(3), []],
    ['behind all that there is', timeOf(9), []],
  ])('C10: begins where the reader may see: %s', async (_, since, expected) => {
    content.change({ nodes: [node('a', { labels: ['A'] })] });
    content.change({ nodes: [node('a', { labels: ['B'] })] });
    content.change({ deletedNodes: gone('a') });
    content.change({ nodes: [node('other')] });
    for (const limit of [1, 100]) {
      expect(told(await historyOf('a', since)('revision', limit))).toEqual(expected);
      expect(told(await historyOf('a', since)('-revision', limit))).toEqual([...expected].reverse());
    }
  });

  it('comes in pages that end early where its states are large, each revision once', async () => {
    const count = 20;
    const large = limits.elementCharacters - 1_000;
    for (let revision = 0; revision < count; revision += 1)
      content.change({
        nodes: [node('a', { properties: { text: String.fromCharCode(97 + revision).repeat(large) } })],
      });
    // An entry has what was before and what is; the first has nothing before it.
    const fits = Math.floor(PAGE_BYTES / (2 * large)) + 1;
    for (const sort of ['revision', '-revision']) {
      const pages = await historyOf('a')(sort);
      for (const { elements } of pages.slice(0, -1)) expect([fits, fits + 1]).toContain(elements.length);
      const revisions = told(pages).map(({ revision }) => revision);
      expect([...revisions].sort((one, other) => one - other)).toEqual(
        Array.from({ length: count }, (_, index) => index),
      );
    }
  });
});
