import fc from 'fast-check';
import type { ImportRecord } from '../index.js';
import { text } from '../testing/records.js';
import { bytesOf, contentOf, readFrom, zipOf } from '../testing/uploads.js';
import { delivered } from '../writing/delivery.js';
import { csv, tsv } from './index.js';
import { jsonl } from '../jsonl/index.js';

const item = (told: string, value: number): ImportRecord => ({
  kind: 'item',
  where: { file: '' },
  id: '1',
  text: told,
  labels: [],
  annotations: [{ type: 'classification', label: told, value: {} }],
  splits: ['train'],
  attributes: { told, value },
});
const file = { size: 1, sha256: 'a'.repeat(64), open: async () => (async function* () {})() };

describe('what a spreadsheet would run', () => {
  const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map(String);
  const start = fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', "''", "'-5");
  const texts = fc
    .oneof(
      text,
      number,
      fc.tuple(start, fc.oneof(text, number)).map(([first, rest]) => first + rest),
    )
    .filter((value) => value !== '');

  it.each([csv, tsv, jsonl])('comes back from $name as it was, alone and in an archive', async (format) => {
    const numbers = fc
      .oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }))
      .map((value) => (value === 0 ? 0 : value));
    const told = fc.array(fc.tuple(texts, numbers), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(told, fc.boolean(), async (pairs, hasFiles) => {
        const records = pairs.map(([one, value], at) => ({
          ...item(one, value),
          id: `${at}`,
          ...(hasFiles ? { file_name: 'a.bin', file } : {}),
        }));
        const { extension, content } = delivered(await format.write(contentOf(records)));
        expect(extension === '.zip').toBe(hasFiles || format === jsonl);
        expect(await readFrom(format, `a${extension}`, await bytesOf(content))).toMatchObject(
          pairs.map(([one, value]) => ({
            text: one,
            attributes: { told: one, value },
            annotations: [{ label: one }],
          })),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('is text in a table of somebody else, whatever stands before it', async () => {
    const table = "text,label,lon,'=x\n'-5,'-a,-73.98,'+1\n";
    const read = {
      text: "'-5",
      attributes: { lon: '-73.98', "'=x": "'+1" },
      annotations: [{ label: "'-a" }],
    };
    expect(await readFrom(csv, 'a.csv', table)).toMatchObject([read]);
    expect(await readFrom(csv, 'a.zip', await zipOf({ 'items.csv': table }))).toMatchObject([read]);
    expect(await readFrom(csv, 'a.csv', table, { guard: 'strip' })).toMatchObject([
      { text: '-5', attributes: { lon: '-73.98', '=x': '+1' }, annotations: [{ label: '-a' }] },
    ]);
  });

  it('is told by the mark in an archive, and by the caller before that', async () => {
    const marked = await zipOf({
      'cairn.json': '{"written_by":"cairn","guarded":true}',
      'b.csv': "text\n'-a",
    });
    expect(await readFrom(csv, 'a.zip', marked)).toMatchObject([{ text: '-a' }]);
    expect(await readFrom(csv, 'a.zip', marked, { guard: 'keep' })).toMatchObject([{ text: "'-a" }]);
    const other = await zipOf({ 'cairn.json': '{"written_by":"me"}', 'b.csv': "text\n'-a" });
    expect(await readFrom(csv, 'a.zip', other)).toMatchObject([{ text: "'-a" }]);
  });
});
