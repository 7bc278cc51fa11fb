import fc from 'fast-check';
import { baseName } from '../reading/item-file.js';
import { bytesOf, essence, contentOf, readFrom, roundTrip, uploadOf, zipOf } from '../testing/uploads.js';
import { delivered } from '../writing/delivery.js';
import { annotation, file, jsonFields, recordsOf, text, word } from '../testing/records.js';
import { jsonl } from './index.js';

const read = (content: string, name = 'mails.jsonl') => readFrom(jsonl, name, content);
const place = (line: number, name = 'mails.jsonl') => ({ file: name, line });
const nothing = { labels: [], annotations: [] };

describe('reading JSON lines', () => {
  it('reads a text and its label', async () => {
    expect(
      await read('{"text":"You have won","label":"spam"}\n\n{"text":"Hi","label":null,"lang":"en"}\r\n'),
    ).toEqual([
      { kind: 'item', where: place(1), ...nothing, text: 'You have won', labels: ['spam'] },
      { kind: 'item', where: place(3), ...nothing, text: 'Hi', attributes: { lang: 'en' } },
    ]);
  });

  it('takes labels that are numbers or lists', async () => {
    const [first, second] = await read('{"text":"a","label":1}\n{"text":"b","label":["x","y","x"]}');
    expect(first).toMatchObject({ labels: ['1'] });
    expect(second).toMatchObject({ labels: ['x', 'y'] });
  });

  it('reads the spans of doccano in code points', async () => {
    expect(await read('{"data":"😀 Ada Lovelace","label":[[2,5,"PER"],[6,14,"PER"]]}')).toEqual([
      {
        kind: 'item',
        where: place(1),
        ...nothing,
        text: '😀 Ada Lovelace',
        annotations: [
          { type: 'span', label: 'PER', value: { start: 2, end: 5, text: 'Ada' } },
          { type: 'span', label: 'PER', value: { start: 6, end: 14, text: 'Lovelace' } },
        ],
      },
    ]);
  });

  it('reads the entities of newer doccano', async () => {
    expect(
      await read('{"text":"Ada","entities":[{"id":7,"label":"PER","start_offset":0,"end_offset":3}]}'),
    ).toMatchObject([
      { annotations: [{ id: '7', type: 'span', label: 'PER', value: { start: 0, end: 3, text: 'Ada' } }] },
    ]);
  });

  it('loses no field without a word', async () => {
    expect(
      await read('{"text":"a","splits":"test","data":{"k":1},"file":"b","k":2,"attributes":{"k":2}}'),
    ).toMatchObject([{ splits: ['test'], attributes: { data: { k: 1 }, file: 'b', k: 2 } }]);
  });

  it('keeps messages raw', async () => {
    const raw = '{"messages":[{"role":"user","content":"Hi"}], "source":"chat"}';
    expect(await read(raw)).toEqual([{ kind: 'item', where: place(1), ...nothing, text: raw }]);
  });

  it('reads an array element by element, whatever stands in its texts', async () => {
    const array = '\ufeff[ {"text":"a ] , } \\" b"},\n  {"text":"c",\n "attributes":{"n":[1,{"m":2}]}} ]\n';
    expect(await read(array, 'all.json')).toEqual([
      { kind: 'item', where: place(1, 'all.json'), ...nothing, text: 'a ] , } " b' },
      { kind: 'item', where: place(2, 'all.json'), ...nothing, text: 'c', attributes: { n: [1, { m: 2 }] } },
    ]);
  });

  it('gives the split that a file is named after, and folds the names of others', async () => {
    expect(await read('{"text":"a"}', 'data/val.jsonl')).toMatchObject([{ splits: ['validation'] }]);
    expect(await read('{"text":"a","split":"Dev","splits":["validation","own"]}', 'val.jsonl')).toMatchObject(
      [{ splits: ['validation', 'own'] }],
    );
  });

  it.each([
    ['{"text":"a"', 'json_invalid'],
    ['[1]x', 'json_invalid'],
    ['[{"text":"a"}', 'json_invalid'],
    ['"text"', 'record_invalid'],
    ['{"label":"spam"}', 'record_invalid'],
    ['{"text":5}', 'record_invalid'],
    ['{"text":"a","splits":5}', 'record_invalid'],
    ['{"text":"a","k":2,"attributes":{"k":1}}', 'record_invalid'],
    ['{"text":"abc","label":[[2,9,"PER"]]}', 'record_invalid'],
    ['{"text":"a","annotations":[{"type":"cloud"}]}', 'record_invalid'],
    ['{"text":"\\ud83d"}', 'text_invalid'],
    ['{"text":"a\\u0000b"}', 'text_invalid'],
    ['{"text":"a","__proto__":{"admin":true}}', 'key_invalid'],
    ['{"text":"a","n":1e400}', 'number_invalid'],
    ['{"text":"a","n":9007199254740993}', 'number_invalid'],
    ['{"text":"a","uid":1000000000000000000001}', 'number_invalid'],
    ['{"text":"a","n":1e-400}', 'number_invalid'],
    ['{"text":"a","text":"b"}', 'key_twice'],
    ['{"text":"a","attributes":{"k":1,"\\u006b":1}}', 'key_twice'],
    [`{"text":"a","n":${'['.repeat(100)}${']'.repeat(100)}}`, 'too_deep'],
  ])('says what is wrong with %s', async (record, code) => {
    const entries = await read(record);
    expect(entries.filter(({ kind }) => kind === 'error')).toMatchObject([
      { where: { file: 'mails.jsonl', line: 1 }, code },
    ]);
  });

  it('goes on after a broken line', async () => {
    const entries = await read('{"text":"a"}\n{broken\n{"text":"b"}');
    expect(entries.map(({ kind, where }) => [kind, where.line])).toEqual([
      ['item', 1],
      ['error', 2],
      ['item', 3],
    ]);
  });

  it('refuses bytes that are no text', async () => {
    expect(await readFrom(jsonl, 'a.jsonl', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))).toMatchObject([
      { kind: 'error', code: 'file_damaged', where: { file: 'a.jsonl' } },
    ]);
  });

  it('passes over a record that is too long and keeps none of it', async () => {
    const entries = await read(`{"text":"${'x'.repeat(17_000_000)}"}\n{"text":"b"}`);
    expect(entries).toMatchObject([
      { kind: 'error', code: 'record_too_large', where: { line: 1 } },
      { kind: 'item', text: 'b', where: { line: 2 } },
    ]);
  });

  it('finds the files of an archive beside the record or in a folder, and misses those that are not there', async () => {
    const zip = await zipOf({
      'set/train.jsonl': '{"file_name":"a.png"}\n{"file_name":"images\\\\b.png"}\n{"file_name":"../c.png"}',
      'set/images/a.png': 'A',
      'set/images/b.png': 'B',
      'c.png': 'C',
    });
    const entries = await readFrom(jsonl, 'set.zip', zip);
    expect(entries).toMatchObject([
      { kind: 'item', file_name: 'a.png', file: { size: 1 }, splits: ['train'] },
      { kind: 'item', file: { size: 1 } },
      { kind: 'error', code: 'file_missing', where: { file: 'set/train.jsonl', line: 3 } },
    ]);
  });
});

describe('writing the native form', () => {
  const record = fc.record(
    {
      name: word,
      description: text,
      text,
      file,
      labels: fc.uniqueArray(word, { maxLength: 3 }),
      annotations: fc.array(annotation, { maxLength: 3 }),
      splits: fc.uniqueArray(word, { maxLength: 3 }),
      attributes: jsonFields,
    },
    { requiredKeys: ['name', 'text', 'labels', 'annotations'] },
  );

  it('S26: gives back a text of any length that says the same again and again, as an archive within its limits', async () => {
    const text = 'no, '.repeat(1_500_000);
    const items = [text, `${text}!`].map(
      (said) => ({ kind: 'item', where: place(1), ...nothing, text: said }) as const,
    );
    const { entries } = await roundTrip(jsonl, contentOf(items));
    expect(entries).toEqual(await Promise.all(items.map(essence)));
  });

  it('gives back exactly what was written, but for ids', async () => {
    await fc.assert(
      fc.asyncProperty(recordsOf(record), async (records) => {
        const written = records.map((one) => ({ ...one, labels: unclassified(one) }));
        const { entries, notHeld } = await roundTrip(jsonl, contentOf(written));
        expect(entries).toEqual(await Promise.all(written.map(essence)));
        expect(notHeld).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  /** Labels that a classification says already are not said twice. */
  const unclassified = ({
    labels,
    annotations,
  }: {
    labels: readonly string[];
    annotations: readonly { type: string; label?: string }[];
  }) =>
    labels.filter(
      (label) => !annotations.some((one) => one.type === 'classification' && one.label === label),
    );

  it('keeps the name and the type of a file that its path does not tell, and adds nothing to it', async () => {
    const where = { file: 'spec' };
    const names = ['', 'a/b:c.png', 'Thumbs.db', '.DS_Store', 'e\u0301.png', 'plain.png'];
    const items = names.map((file_name, index) => {
      const stored = { size: 1, contentType: 'text/x-own; charset=utf-8', sha256: `${index}`.repeat(64) };
      const content = { ...stored, open: async () => uploadOf('', 'A').open() };
      return {
        kind: 'item',
        where,
        id: `${index}`,
        ...nothing,
        attributes: {},
        file_name,
        file: content,
      } as const;
    });
    const bytes = await bytesOf(delivered(await jsonl.write(contentOf(items))).content);
    const entries = await readFrom(jsonl, 'a.zip', bytes);
    expect(
      entries.map(
        (entry) =>
          entry.kind === 'item' && [entry.file?.name ?? baseName(entry.file_name ?? ''), entry.exact],
      ),
    ).toEqual(names.map((name) => [name, true]));
    for (const entry of entries)
      expect(entry).toMatchObject({ attributes: {}, file: { contentType: 'text/x-own; charset=utf-8' } });
  });

  it('keeps labels and splits with all that they have, and the names of splits as they are', async () => {
    const label = {
      kind: 'label',
      where: { file: 'spec' },
      name: 'cat',
      description: 'A cat',
      color: '#102030',
      number: 4,
      type: 'rectangle',
      parent: 'animal',
      attributes: { wild: false },
    } as const;
    const split = { kind: 'split', where: { file: 'spec' }, name: 'dev', description: 'Ours' } as const;
    const item = { kind: 'item', where: { file: 'spec' }, ...nothing, text: 'a', splits: ['dev'] } as const;
    const { entries } = await roundTrip(jsonl, contentOf([item], { labels: [label], splits: [split] }));
    expect(entries).toEqual(await Promise.all([label, split, item].map(essence)));
  });
});
