import { openSource } from '@cairn/kernel';
import { formatNamed } from './index.js';
import { entriesOf, uploadOf, zipOf } from './testing/uploads.js';

const read = async (name: string, content: string | Uint8Array, pieceBytes = 64 * 1024) => {
  const source = await openSource(uploadOf(name, content, pieceBytes));
  try {
    return await entriesOf(formatNamed(name.endsWith('.csv') ? 'csv' : 'jsonl')!, source);
  } finally {
    await source.close();
  }
};

describe('what one record may hold, so that none fills the memory of a process', () => {
  const million = 1_000_000;

  it('a row has a million cells at most, empty ones too, and those below it are read', async () => {
    const entries = await read('a.csv', `text,label\na,x\n${','.repeat(2 * million)}\nb,y\n`);
    expect(entries).toMatchObject([
      { kind: 'item', text: 'a' },
      {
        kind: 'error',
        where: { line: 3 },
        code: 'record_too_large',
        message: expect.stringContaining('1000000 cells'),
      },
      { kind: 'item', text: 'b', annotations: [{ label: 'y' }] },
    ]);
  });

  it('commas in a text are no cells', async () => {
    const text = '1,'.repeat(1.5 * million);
    const entries = await read('a.csv', `text,label\n"${text}",x\n`);
    expect(entries).toMatchObject([{ kind: 'item', annotations: [{ label: 'x' }] }]);
  });

  it.each([10_001, 2 * million])('a header has ten thousand columns at most, not %i', async (columns) => {
    const header = Array.from({ length: columns }, (_, column) => (column === 0 ? 'text' : `c${column}`));
    expect(await read('a.csv', `${header.join(',')}\na\n`)).toMatchObject([
      {
        kind: 'error',
        code: 'header_invalid',
        message: 'the header has more than 10000 columns',
        unreadable: true,
      },
    ]);
  });

  it.each(['{}', '[]', '{"k":1}'])(
    'a JSON record has 500,000 objects, lists and fields at most: %s',
    async (one) => {
      const record = `{"text":"a","list":[${Array.from({ length: 500_001 }, () => one).join(',')}]}`;
      const entries = await read('a.jsonl', `${record}\n{"text":"b"}\n`);
      expect(entries).toMatchObject([
        {
          kind: 'error',
          where: { line: 1 },
          code: 'record_too_large',
          message: expect.stringContaining('500000'),
        },
        { kind: 'item', text: 'b' },
      ]);
    },
  );

  it('brackets in a text are neither objects nor lists', async () => {
    const record = JSON.stringify({ text: '{["\\":'.repeat(200_000) });
    expect(await read('a.jsonl', record)).toMatchObject([{ kind: 'item' }]);
  });

  it('of the files that are not read a hundred are named', async () => {
    const files = Object.fromEntries(Array.from({ length: 150 }, (_, file) => [`${file}.json`, '{}']));
    const entries = await read('a.csv', await zipOf({ 'a.csv': 'text\na\n', ...files }));
    expect(entries.filter(({ kind }) => kind === 'not_held')).toHaveLength(100);
  });
});
