import { type Json, openSource } from '@cairn/kernel';
import { jsonObjects, keysTwice } from '@cairn/kernel/testkit';
import fc from 'fast-check';
import type { RecordError } from '../format.js';
import { uploadOf } from '../testing/uploads.js';
import { objectsOf, type Placed } from './json-file.js';

const read = async (text: string): Promise<readonly (Placed | RecordError)[]> => {
  const source = await openSource(uploadOf('a.jsonl', text));
  try {
    const read: (Placed | RecordError)[] = [];
    for await (const one of objectsOf(source, 'a.jsonl')) read.push(one);
    return read;
  } finally {
    await source.close();
  }
};

describe('the objects of a JSON file', () => {
  it('are what JSON.parse makes of them', async () => {
    await fc.assert(
      fc.asyncProperty(jsonObjects, async (object) => {
        const text = JSON.stringify(object);
        expect(await read(text)).toMatchObject([{ kind: 'object', object: JSON.parse(text) as Json }]);
      }),
      { numRuns: 300 },
    );
  });

  it('have no key twice, wherever in them', async () => {
    await fc.assert(
      fc.asyncProperty(keysTwice, async (text) => {
        expect(await read(`{"first":1}\n${text.replaceAll('\n', ' ')}`)).toMatchObject([
          { kind: 'object' },
          { kind: 'error', code: 'key_twice', where: { line: 2 } },
        ]);
      }),
      { numRuns: 300 },
    );
  });

  it('tells where in a record what is refused stands', async () => {
    expect(await read('[{"a":1},\n{"a":1,\n"uid":[1000000000000000000001]}]')).toMatchObject([
      { kind: 'object' },
      {
        kind: 'error',
        code: 'number_invalid',
        where: { line: 2 },
        message: 'a number is an integer beyond 2^53 and would be changed, at /uid/0',
      },
    ]);
  });
});
