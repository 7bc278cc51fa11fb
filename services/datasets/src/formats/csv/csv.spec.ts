import fc from 'fast-check';
import type { ImportRecord } from '../index.js';
import {
  annotation,
  file,
  jsonFields,
  recordsOf,
  rectangle,
  text,
  textFields,
  word,
} from '../testing/records.js';
import { contentOf, essence, readFrom, roundTrip, zipOf } from '../testing/uploads.js';
import { csv, tsv } from './index.js';

const read = (content: string, name = 'mails.csv') => readFrom(csv, name, content);
const nothing = { labels: [], annotations: [] };
const classified = (label: string) => ({ type: 'classification', label, value: {} });

describe('reading tables', () => {
  it('knows columns by their names and makes attributes of the others', async () => {
    expect(await read('\ufeffText,Class,subset,lang,score\r\n"Hi, you",ham,dev,en,0.5\r\n,,,,\r\n')).toEqual([
      {
        kind: 'item',
        where: { file: 'mails.csv', line: 2 },
        text: 'Hi, you',
        ...nothing,
        annotations: [{ ...classified('ham'), confidence: 0.5 }],
        splits: ['validation'],
        attributes: { lang: 'en' },
      },
    ]);
  });

  it.each([
    ['text;label\na,b;x', 'a,b'],
    ['text\tlabel\na,b\tx', 'a,b'],
    ['text|label\na,b|x', 'a,b'],
    ['text\na', 'a'],
  ])('tells the delimiter of %j', async (table, first) => {
    expect(await read(table)).toMatchObject([{ kind: 'item', text: first }]);
  });

  it.each(['a;b', 'a|b', '["a","b"]'])('takes several labels out of %s', async (labels) => {
    expect(await read(`text,labels\nx,"${labels.replaceAll('"', '""')}"`)).toMatchObject([
      { labels: ['a', 'b'] },
    ]);
  });

  it.each([`${'['.repeat(9000)}${']'.repeat(9000)}`, '[["a"]]', '[{}]', '["\\ud800"]'])(
    'leaves out a row whose list of labels is none of names: %.20s',
    async (cell) => {
      const table = `text,labels\nx,"${cell.replaceAll('"', '""')}"`;
      expect(await read(table)).toMatchObject([{ kind: 'error', code: 'record_invalid' }]);
    },
  );

  it('reads a box by its corners or by its size, and rows of one file as one item', async () => {
    const corners =
      'path,xmin,ymin,xmax,ymax,label\na.png,1,2,11,22,cat\na.png,0,0,5,5,dog\nb.png,1,1,2,2,cat\n';
    expect(await read(corners)).toMatchObject([
      {
        file_name: 'a.png',
        annotations: [
          { type: 'rectangle', label: 'cat', value: { x: 1, y: 2, width: 10, height: 20 } },
          { type: 'rectangle', label: 'dog', value: { x: 0, y: 0, width: 5, height: 5 } },
        ],
      },
      { file_name: 'b.png', where: { line: 4 } },
    ]);
    expect(await read('image,x,y,width,height\na.png,1.5,2,3,4')).toMatchObject([
      { annotations: [{ type: 'rectangle', value: { x: 1.5, y: 2, width: 3, height: 4 } }] },
    ]);
  });

  it('takes a lone width for an attribute', async () => {
    expect(await read('text,width\na,5')).toMatchObject([{ annotations: [], attributes: { width: '5' } }]);
  });

  it.each([
    ['id', 'id,text,label\n1,a,x\n1,a,y\n2,b,x\n1,a,z\n1,a,w\n3,c,x\n'],
    ['file', 'image,x,y,width,height\n1,1,1,1,1\n1,2,2,2,2\n2,1,1,1,1\n1,3,3,3,3\n1,4,4,4,4\n3,1,1,1,1\n'],
  ])(
    'joins rows of the same %s while they follow each other, and makes no second item of others',
    async (_, table) => {
      const apart = (line: number) => ({
        kind: 'error',
        code: 'rows_apart',
        where: { line },
        message: expect.stringContaining('line 2'),
      });
      const zip = await zipOf({ 'table.csv': table, '1': 'A', '2': 'B', '3': 'C' });
      expect(await readFrom(csv, 'set.zip', zip)).toMatchObject([
        { kind: 'item', where: { line: 2 }, annotations: [{}, {}] },
        { kind: 'item', where: { line: 4 } },
        apart(5),
        apart(6),
        { kind: 'item', where: { line: 7 } },
      ]);
    },
  );

  it('keeps rows without an id and without boxes apart, wherever they stand', async () => {
    expect(await read('text,label\na,x\nb,x\na,x\n')).toMatchObject([
      { text: 'a' },
      { text: 'b' },
      { text: 'a' },
    ]);
  });

  it('counts lines through quoted line ends and empty lines', async () => {
    const entries = await read('text,label\n"a\r\nb",x\n\n\nc,x,too many\nd,x\n');
    expect(entries).toMatchObject([
      { kind: 'item', where: { line: 2 }, text: 'a\r\nb' },
      { kind: 'error', code: 'row_uneven', where: { line: 6 } },
      { kind: 'item', where: { line: 7 }, text: 'd' },
    ]);
  });

  it.each([
    ['text,label\n"never closed', 'csv_invalid'],
    ['text,score,label\na,much,b', 'record_invalid'],
    ['text\na\0b', 'text_invalid'],
    ['text,type,value,attributes\na,cloud,,', 'record_invalid'],
    ['text,type,value,attributes\na,span,{broken,', 'record_invalid'],
    ['text,type,value,attributes\na,span,"{""k"":1,""k"":1}",', 'record_invalid'],
    ['text,type,value,attributes\na,,,{"n":1e-400}', 'record_invalid'],
    ['text,type,value,attributes\na,,,{"n":1000000000000000000001}', 'record_invalid'],
    ['text,labels\na,[9007199254740993]', 'record_invalid'],
    ['text,split\na,[1000000000000000000001]', 'record_invalid'],
  ])('says what is wrong with %j', async (table, code) => {
    expect(await read(table)).toMatchObject([{ kind: 'error', code, where: { file: 'mails.csv', line: 2 } }]);
  });

  it('names the line of a quote that is not closed the same in number and words', async () => {
    expect(await read('text,label\n"a\nb",x\n"never\nclosed,y\n')).toMatchObject([
      { kind: 'item', where: { line: 2 } },
      { kind: 'error', where: { line: 4 }, message: expect.stringContaining('line 4') },
    ]);
  });

  it('finds files in an archive', async () => {
    const zip = await zipOf({ 'table.csv': 'file_name,label\na.png,x\nb.png,x\n', 'images/a.png': 'A' });
    expect(await readFrom(csv, 'set.zip', zip)).toMatchObject([
      { kind: 'item', file: { size: 1 } },
      { kind: 'error', code: 'file_missing', where: { file: 'table.csv', line: 3 } },
    ]);
  });
});

describe.each([csv, tsv])('writing $name', (format) => {
  const held = fc
    .record(
      {
        type: annotation.map(({ type }) => type),
        value: fc.oneof(jsonFields, rectangle),
        label: word,
        confidence: fc.double({ min: 0.001, max: 1, noNaN: true }),
      },
      { requiredKeys: ['type', 'value'] },
    )
    .filter(({ type }) => type !== 'relation');
  const common = {
    text,
    annotations: fc.array(held, { maxLength: 3 }),
    splits: fc.uniqueArray(
      word.map((name) => `s${name}`),
      { minLength: 1, maxLength: 3 },
    ),
  };
  const nonEmpty = (fields: fc.Arbitrary<object>) =>
    fields.filter((all) => Object.keys(all).length > 0) as typeof jsonFields;
  const attributes = nonEmpty(fc.oneof(jsonFields, textFields));

  it('gives back what it can hold, and says that nothing is missing', async () => {
    const record = fc.record(
      { ...common, labels: fc.constant([]), attributes },
      { requiredKeys: ['text', 'labels', 'annotations'] },
    );
    await fc.assert(
      fc.asyncProperty(recordsOf(record), async (records) => {
        const { entries, notHeld } = await roundTrip(format, contentOf(records));
        expect(entries).toEqual(await Promise.all(records.map(essence)));
        expect(notHeld).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('puts files beside the table', async () => {
    const record = fc.record({ ...common, labels: fc.constant([]), file });
    await fc.assert(
      fc.asyncProperty(recordsOf(record), async (records) => {
        const { entries } = await roundTrip(format, contentOf(records));
        expect(entries).toEqual(await Promise.all(records.map(essence)));
      }),
      { numRuns: 20 },
    );
  });

  it('says what it has no place for', async () => {
    const where = { file: 'spec' };
    const item: ImportRecord = {
      kind: 'item',
      where,
      id: '1',
      text: 'a',
      description: 'd',
      labels: ['l'],
      annotations: [{ type: 'relation', value: {}, ground_truth: true, source: 'manual', group_id: 'g' }],
      splits: ['dev'],
    };
    const declared = {
      labels: [{ kind: 'label', where, name: 'l', color: '#000000', number: 0, type: 'tag' }] as const,
      splits: [{ kind: 'split', where, name: 'dev', description: 'mine' }] as const,
    };
    const { entries, notHeld } = await roundTrip(format, contentOf([item], declared));
    expect(notHeld).toEqual([
      'annotations.ground_truth',
      'annotations.group_id',
      'annotations.source',
      'annotations.value of relations',
      'items.description',
      'labels.color',
      'labels.number',
      'labels.type',
      'splits.description',
      'splits.name',
    ]);
    expect(entries).toEqual([
      {
        kind: 'item',
        text: 'a',
        labels: [],
        annotations: [classified('l'), { type: 'relation', value: {} }],
        splits: ['validation'],
      },
    ]);
  });
});
