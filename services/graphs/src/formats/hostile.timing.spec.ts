import { readGraph, type ReadEnd, type ReadError } from './index.js';

/** A text that is made while it is read. */
async function* made(
  start: string,
  part: (index: number) => string,
  count: number,
  end = '',
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(start);
  for (let index = 0; index < count;) {
    let text = '';
    for (; index < count && text.length < 65_536; index += 1) text += part(index);
    yield Buffer.from(text);
  }
  yield Buffer.from(end);
}

/** What is not collected yet counts too. */
const HEAP = 160 * 1024 * 1024;

/** How the reading ended; it never held more than the bound. */
const ended = async (file: AsyncIterable<Uint8Array>): Promise<ReadEnd | ReadError | undefined> => {
  const before = process.memoryUsage().heapUsed;
  let last: ReadEnd | ReadError | undefined;
  for await (const batch of readGraph(file)) {
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(HEAP);
    for (const entry of batch) if (entry.kind === 'end' || entry.kind === 'error') last = entry;
  }
  return last;
};

const million = 1_000_000;
const gexf = '<gexf><graph><nodes>';
const key = '<graphml><key id="k" for="node" attr.name="k"/><graph edgedefault="directed">';
const words = (index: number): string => `word${index % 10} `;

describe('hostile files are refused in flat memory (S29)', () => {
  it.each([
    [
      'billion laughs',
      made(
        '<!DOCTYPE lolz [<!ENTITY lol "lol">',
        (n) => `<!ENTITY lol${n} "&lol;&lol;">`,
        100,
        ']><graphml/>',
      ),
      'doctype_refused',
    ],
    [
      'a DOCTYPE without an end',
      made('<!DOCTYPE lolz [', (n) => `<!ENTITY lol${n} "&lol;">`, million),
      'too_large',
    ],
    [
      'a million attributes at one node',
      made(`${gexf}<node id="a" `, (n) => `a${n}="1" `, million, '/>'),
      'too_large',
    ],
    [
      'a million values at one node',
      made(`${key}<node id="a">`, () => '<data key="k">1</data>', million),
      'too_large',
    ],
    [
      'a million unknown elements at one node',
      made(`${gexf}<node id="a">`, () => '<x/>', million),
      'too_large',
    ],
    ['an id of a megabyte', made(`${gexf}<node id="`, words, 150_000, '"/>'), 'too_large'],
    ['an id without an end', made(`${gexf}<node id="`, words, 10 * million), 'too_large'],
    [
      'a property of ten megabytes',
      made(`${key}<node id="a"><data key="k">`, words, 1_500_000, '</data></node>'),
      'too_large',
    ],
    [
      'a property of more than a megabyte',
      made(`${key}<node id="a"><data key="k">`, words, 200_000, '</data></node>'),
      'too_large',
    ],
    ['a comment of twenty megabytes', made(`${gexf}<!-- `, words, 3 * million), 'too_large'],
    ['elements in elements', made('<gexf><graph>', () => '<nodes>', million), 'too_large'],
    ['nodes in nodes', made('<gexf><graph>', (n) => `<nodes><node id="${n}">`, million), 'too_large'],
    [
      'nodes in nodes, by pid',
      made(gexf, (n) => `<node id="${n}" pid="${n + 1}"/>`, 20_000, '</nodes></graph></gexf>'),
      'too_large',
    ],
    [
      'a circle of pids',
      made(gexf, (n) => `<node id="${n}" pid="${(n + 1) % 500}"/>`, 500, '</nodes></graph></gexf>'),
      'hierarchy_invalid',
    ],
    ['a million declarations', made('<graphml>', (n) => `<key id="${n}"/>`, million), 'too_large'],
    [
      'a thousand defaults',
      made('<graphml>', (n) => `<key id="${n}"><default>a</default></key>`, 1000),
      'too_large',
    ],
    [
      'a million kept elements outside of nodes',
      made('<gexf><graph><meta>', () => '<x/>', 10 * million),
      'too_large',
    ],
    [
      'lists in lists, JSON',
      made('{"directed":true,"nodes":[{"id":"a","b":', () => '[', million),
      'too_large',
    ],
    [
      'objects in objects, JSON',
      made('{"directed":true,"nodes":[{"id":"a","b":', () => '{"a":', 200, '1'),
      'too_large',
    ],
    [
      'a property of ten megabytes, JSON',
      made('{"directed":true,"nodes":[{"id":"a","b":"', words, 1_500_000, '"}]}'),
      'too_large',
    ],
    [
      'a property of more than a megabyte, JSON',
      made('{"directed":true,"nodes":[{"id":"a","b":"', words, 200_000, '"}]}'),
      'too_large',
    ],
    [
      'an id of a megabyte, JSON',
      made('{"directed":true,"nodes":[{"id":"', words, 150_000, '"}]}'),
      'too_large',
    ],
    [
      '100,000 properties, JSON',
      made('{"directed":true,"nodes":[{"id":"a"', (n) => `,"a${n}":1`, 100_000, '}]}'),
      'too_large',
    ],
    [
      'a number of a megabyte',
      made('{"directed":true,"nodes":[{"id":"a","b":', () => '1234567890', 100_000, '}]}'),
      'value_invalid',
    ],
    [
      'a list without an end, JSON',
      made('{"directed":true,"nodes":[{"id":"a","b":[0', () => ',0', 10 * million),
      'too_large',
    ],
    ['a key without an end', made('{"directed":true,"nodes":[],"', words, 10 * million), 'too_large'],
    ['a quote that is never closed, CSV', made('id,name\na,"', words, 20 * million), 'too_large'],
    ['a million columns', made('id', (n) => `,c${n}`, million, '\n'), 'too_large'],
    ['a name that repeats a word of Neo4j', made('id,', () => ':ID(', 400_000, '\n'), 'too_large'],
    ['a million cells', made('id\na', () => ',', million, '\n'), 'too_large'],
    ['a line without an end', made('id,name\na,', words, 20 * million), 'too_large'],
    ['an id of a megabyte, CSV', made('id\n', words, 150_000, '\n'), 'too_large'],
    ['a cell of more than a megabyte', made('id,a\nb,', words, 200_000, '\n'), 'too_large'],
    [
      'a million facts',
      made('{"elements":{"nodes":[]}', (n) => `,"a${n}":"${'x'.repeat(100)}"`, 200_000, '}'),
      'too_large',
    ],
  ] as const)('%s', async (_, file, code) => {
    expect(await ended(file)).toMatchObject({ kind: 'error', code });
  });

  it('blanks without an end are read and are no graph', async () => {
    expect(await ended(made('', () => ' '.repeat(1000), 20_000))).toMatchObject({
      kind: 'error',
      code: 'format_unknown',
    });
  });
});
