import { openSource } from '@cairn/kernel';
import { cpuTime } from '@cairn/kernel/testkit';
import { detectedFormats } from './detection.js';
import { datasetFormats } from '@cairn/contracts';
import { formatNamed, formats } from './index.js';
import { shapeOf } from './reading/shape.js';
import { uploadOf, zipOf } from './testing/uploads.js';

const detected = async (name: string, content: string | Uint8Array) => {
  const source = await openSource(uploadOf(name, content));
  const [format] = await detectedFormats(source);
  await source.close();
  return format?.name;
};

describe('telling the format', () => {
  it.each([
    ['mails.jsonl', '{"text":"a"}\n{"text":"b"}', 'jsonl'],
    ['mails', '[\n{"text":"a"}]', 'jsonl'],
    ['mails.csv', 'text,label\na,b', 'csv'],
    ['MAILS.TSV', 'text\tlabel', 'tsv'],
    ['mails.bin', 'text,label', undefined],
    ['mails.csv', Buffer.from([0xff, 0x00, 0xc3]), 'csv'],
  ])('of %s', async (name, content, format) => {
    expect(await detected(name, content)).toBe(format);
  });

  it('of an archive by its marker files before its extensions', async () => {
    expect(
      await detected('a.zip', await zipOf({ 'x.csv': 'text', 'items.jsonl': '', 'splits.jsonl': '' })),
    ).toBe('jsonl');
    expect(await detected('a.zip', await zipOf({ 'x.csv': 'text\na', 'a.png': '' }))).toBe('csv');
    expect(await detected('a.zip', await zipOf({ 'a.png': '' }))).toBeUndefined();
  });

  it('sees the shape of JSON that is cut off', () => {
    expect(shapeOf(' [ {"a:b": {"inner": 1}, "c": [1, {"d": 2}], "e": "x')).toEqual({
      top: 'array',
      keys: ['a:b', 'c', 'e'],
    });
    expect(shapeOf('{\n"images": [{"id": 1}], "categories": []}')).toEqual({
      top: 'object',
      keys: ['images', 'categories'],
    });
    expect(shapeOf('{"a":1}\n{"a":2}')).toEqual({ top: 'lines', keys: ['a'] });
    expect(shapeOf('[1, 2]')).toBeUndefined();
    expect(shapeOf('text,label')).toBeUndefined();
    expect(shapeOf('{"a": 1, "b": "c\\":{"')).toEqual({ top: 'object', keys: ['a', 'b'] });
  });

  it('goes through a string that is cut off once', () => {
    const tookMs = cpuTime();
    expect(shapeOf(`{"a":"${'\\"'.repeat(100_000)}`)).toEqual({ top: 'object', keys: ['a'] });
    expect(tookMs()).toBeLessThan(1000);
  });
});

describe('names of formats', () => {
  it('are found by alias, case and dash', () => {
    expect(formatNamed('NDJSON')?.name).toBe('jsonl');
    expect(formatNamed('json')?.name).toBe('jsonl');
    expect(formatNamed('csv')?.name).toBe('csv');
    expect(formatNamed('../csv')).toBeUndefined();
  });

  it('are those of the contract, each once', () => {
    const names = formats.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(Object.keys(datasetFormats)).toContain(name);
  });
});
