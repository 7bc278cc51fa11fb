import * as fc from 'fast-check';
import { type TableFlaw, type TableOptions, TableReader, type TableRow, textCell } from './index.js';

const bounds: TableOptions = { otherwise: ',', mostCharacters: 100, mostCells: 10 };

const read = (pieces: readonly string[], options: Partial<TableOptions> = {}) => {
  const reader = new TableReader({ ...bounds, ...options });
  const found: (TableRow | TableFlaw)[] = pieces.flatMap((piece) => [...reader.take(piece)]);
  return [...found, ...reader.end()];
};
const cellsIn = (text: string) =>
  read([text]).map((found) => (found.kind === 'row' ? found.cells : found.flaw));
const flaw = (kind: TableFlaw['flaw'], line: number, at: TableFlaw['at']) => ({
  kind: 'flaw',
  flaw: kind,
  line,
  at,
});

describe('a table', () => {
  it.each([
    [
      'plain cells',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'an end of CR and LF, or none',
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a CR that ends no line', 'a\rb,c\r', [['a\rb', 'c\r']]],
    ['quotes', '"a,""b""\r\nc","",d\n', [['a,"b"\r\nc', '', 'd']]],
    ['a quote within a cell without', 'a "b" c,5"\n', [['a "b" c', '5"']]],
    [
      'an empty cell at the end',
      'a,\n,\n"",',
      [
        ['a', ''],
        ['', ''],
        ['', ''],
      ],
    ],
    ['quotes at the very end', 'a,"b"', [['a', 'b']]],
    ['quotes and a CR at the very end', 'a,"b"\r', [['a', 'b']]],
    ['empty lines', '\n\r\na\n\n\nb\n\n', [['a'], ['b']]],
    ['a cell of quotes alone', 'a\n""\nb', [['a'], [''], ['b']]],
    [
      'a delimiter that its header tells',
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    ['a delimiter that is named', 'sep=|\r\na;b|c\n', [['a;b', 'c']]],
    ['nothing', '', []],
    ['a flaw between records', 'a,b\n"c"d,e\nf,g\n', [['a', 'b'], 'quote_stray', ['f', 'g']]],
    [
      'a flaw, and quotes behind it that a line with a quote ends',
      'a,b\n"c"d,"e\n"f",g\nh,i\n',
      [['a', 'b'], 'quote_stray', ['f', 'g'], ['h', 'i']],
    ],
  ])('has %s', (_, text, expected) => {
    expect(cellsIn(text)).toEqual(expected);
  });

  it('tells the line of each record, and the column of each cell', () => {
    expect(read(['sep=,\na,"b\n",c\n\nd,"e" '])).toMatchObject([
      { line: 2, cells: ['a', 'b\n', 'c'], columns: [1, 3, 3] },
      flaw('quote_stray', 5, { line: 5, column: 5 }),
    ]);
  });

  it.each([
    ['a quote that nothing closes', 'a\nb,"c\n\nd', [flaw('quote_open', 2, { line: 2, column: 3 })]],
    [
      'quotes that were never closed before another',
      'a\n"b\n"c',
      [flaw('quote_stray', 2, { line: 3, column: 1 }), flaw('quote_open', 3, { line: 3, column: 1 })],
    ],
    [
      'a cell that is too long',
      `a\n${'b'.repeat(101)}\n"c"\n`,
      [flaw('too_long', 2, { line: 2, column: 102 })],
    ],
    ['too many quotes', `a\n"${'""'.repeat(101)}"\n"c"\n`, [flaw('too_long', 2, { line: 2, column: 1 })]],
    ['too many cells', `a\n${','.repeat(11)}\n"c"\n`, [flaw('too_wide', 2, { line: 2, column: 11 })]],
  ])('with %s says where', (_, text, flaws) => {
    const found = read([text]).filter((one) => one.kind === 'flaw');
    expect(found).toEqual(flaws);
  });

  it('goes on behind a record that is too large', () => {
    expect(cellsIn(`a\n"${'x\n'.repeat(60)}"\nb\n${','.repeat(99)}\nc`)).toEqual([
      ['a'],
      'too_long',
      ['b'],
      'too_wide',
      ['c'],
    ]);
  });

  it('holds no more of a record than it may have', () => {
    const reader = new TableReader({ ...bounds, mostCharacters: 1024 * 1024 });
    reader.take('a\n"');
    let found = 0;
    const before = process.memoryUsage().heapUsed;
    for (let piece = 0; piece < 1600; piece += 1) found += reader.take('words '.repeat(11_000)).length;
    expect(found).toBe(1);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1024 * 1024);
    expect(reader.end()).toEqual([]);
  });

  it('says the same however it is cut', () => {
    const part = fc.constantFrom('"', '""', ',', '\n', '\r\n', 'a', '\r');
    const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''));
    const cuts = fc.array(fc.nat(40), { maxLength: 6 });
    fc.assert(
      fc.property(text, cuts, (whole, places) => {
        const small = { mostCharacters: 12, mostCells: 5 };
        expect(read(piecesOf(whole, places), small)).toEqual(read([whole], small));
      }),
      { numRuns: 2000 },
    );
  });

  const piecesOf = (whole: string, places: readonly number[]): readonly string[] => {
    const at = [0, ...places.filter((place) => place < whole.length).sort((a, b) => a - b), whole.length];
    return at.slice(1).map((end, index) => whole.slice(at[index], end));
  };

  it('gives back the cells that were written', () => {
    const cell = fc
      .oneof(
        fc.string(),
        fc
          .array(fc.constantFrom('"', ',', '\n', '\r', 'a', ' '), { maxLength: 8 })
          .map((parts) => parts.join('')),
      )
      .filter((text) => !/^'*[=+\-@\t\r]/.test(text));
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, (written) => {
        const text = ['a,b', ...written.map((cells) => cells.map(textCell).join(','))].join('\r\n');
        expect(cellsIn(text)).toEqual([['a', 'b'], ...written]);
      }),
    );
  });
});
