import { event, FileRecord } from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { chargesOf } from './charge.js';

const file = (size: number) => ({ sha256: 'a'.repeat(64), size, content_type: '', file_name: '' });

describe('what an event takes', () => {
  const Bound = event({
    ...{ name: 'AtlasBound', storedType: 'atlas.atlas.bound.v1', description: 'An atlas was bound.' },
    schema: Type.Object({
      size: Type.Integer(),
      cover: Type.Optional(Type.Union([FileRecord, Type.Null()])),
      pages: Type.Array(Type.Object({ file: FileRecord })),
      scans: Type.Record(Type.String(), Type.Object({ file: FileRecord })),
    }),
    example: { size: 0, pages: [], scans: {} },
  });
  const chargeOf = chargesOf([Bound], { AtlasBound: 'items' });
  const none = { size: 1e9, pages: [], scans: {} };

  it.each([
    ['no file', none, 0],
    ['one that was taken away', { ...none, cover: null }, 0],
    ['one', { ...none, cover: file(1) }, 1],
    ['those of a list', { ...none, pages: [{ file: file(10) }, { file: file(20) }] }, 30],
    ['those under names', { ...none, scans: { a: { file: file(100) }, b: { file: file(200) } } }, 300],
  ])('is its text and %s', (_, data, files) => {
    const bytes = Buffer.byteLength(JSON.stringify(data)) + files;
    expect(chargeOf(Bound.of(data))).toEqual({ datasets: 0, items: 1, bytes });
  });

  it('is nothing of an event that nobody is charged for', () => {
    expect(chargeOf({ type: 'AtlasRead', data: none })).toEqual({ datasets: 0, items: 0, bytes: 0 });
  });
});
