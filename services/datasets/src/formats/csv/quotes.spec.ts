import { readFrom } from '../testing/uploads.js';
import { csv, tsv } from './index.js';

const told = async (format: typeof csv, table: string) =>
  (await readFrom(format, `a.${format.name}`, table)).map((entry) =>
    entry.kind === 'item' ? entry.text : [entry.where.line, entry.kind === 'error' ? entry.code : ''],
  );
const flawed = (line: number) => [line, 'csv_invalid'];

describe('quotes in a table', () => {
  it.each([
    ['close before the text goes on', 'text,label\n"a,1\n"b,0\nc,1\n', [flawed(2), flawed(3)]],
    ['close, another cell goes over lines', 'text,label\n"a"a,"1\n1"\nc,1\n', [flawed(2), 'c']],
    ['close, another has a quote', 'text,label\n"a"a,5" pipe\nc,1\n', [flawed(2), 'c']],
    ['close, and a blank follows', 'text,label\n"a" ,1\nc,1\n', [flawed(2), 'c']],
    ['close within the line', 'text,label\n"He said "no" twice",1\nc,1\n', [flawed(2), 'c']],
    ['close lines below', 'text,label\na,1\n"b\nb "x" b\nb",1\nc,1\n', ['a', flawed(3), 'c']],
    ['close behind one that is doubled', 'text,label\n"a""b"c,1\nc,1\n', [flawed(2), 'c']],
    ['stand where an inch is meant', 'text,label\n"5" pipe",1\nc,1\n', [flawed(2), 'c']],
    ['are never closed, and others follow', 'text,label\n"a,1\n"b",0\nc,1\n', [flawed(2), 'b', 'c']],
    ['are never closed, twice', 'text,label\n"a,1\n"b,0\n', [flawed(2), flawed(3)]],
    ['are never closed', 'text,label\na,1\n"b,1\nc,1\n', ['a', flawed(3)]],
    ['are in several records', 'text,label\n"a"a,1\nb,1\n"c"c,1\n', [flawed(2), 'b', flawed(4)]],
    ['are as they should be', 'text,label\n"a\n""b""",1\r\n"c",1\r\n"d",1', ['a\n"b"', 'c', 'd']],
    ['stand in a cell without', 'text,label\n5" pipe,1\na "b" c,"1"\n', ['5" pipe', 'a "b" c']],
  ])('that %s', async (_, table, entries) => {
    expect(await told(csv, table)).toEqual(entries);
    expect(await told(tsv, table.replaceAll(',', '\t'))).toEqual(entries);
  });

  it('of a header that are not as they should be are the end of the table', async () => {
    expect(await readFrom(csv, 'a.csv', '"te"xt,label\na,1\n')).toMatchObject([
      { kind: 'error', code: 'csv_invalid', where: { line: 1 }, unreadable: true },
    ]);
  });
});
