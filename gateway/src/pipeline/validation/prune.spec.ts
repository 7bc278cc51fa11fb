import { Type } from '@sinclair/typebox';
import { pruningOf } from './prune.js';

const Box = Type.Object({ x: Type.Number(), label: Type.Optional(Type.Object({ name: Type.String() })) });
const Input = Type.Object({
  name: Type.String(),
  notes: Type.Union([Type.String(), Type.Null()]),
  box: Type.Union([Box, Type.Null()]),
  boxes: Type.Array(Box),
  shape: Type.Union([
    Type.Object({ points: Type.Array(Type.Number()) }),
    Type.Object({ text: Type.String() }),
  ]),
  settings: Type.Record(Type.String(), Type.Unknown()),
  config: Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())]),
  free: Type.Unknown(),
});
const prune = pruningOf(Input);

describe('pruning a body to its schema', () => {
  it('drops what is not named, at every depth (S6)', () => {
    expect(
      prune({
        name: 'a',
        user_id: 'evil',
        is_system_admin: true,
        box: { x: 1, id: 'evil', label: { name: 'b', user_id: 'evil' } },
        boxes: [{ x: 2, user_id: 'evil' }],
        shape: { text: 't', points: [1], status: 'evil' },
      }),
    ).toEqual({
      name: 'a',
      box: { x: 1, label: { name: 'b' } },
      boxes: [{ x: 2 }],
      shape: { text: 't', points: [1] },
    });
  });

  it('leaves what may be anything', () => {
    const value = { settings: { a: { b: 1 } }, config: { c: [1] }, free: { d: 1 }, notes: null, box: null };
    expect(prune(value)).toEqual(value);
    expect(prune({ config: [{ a: 1 }] })).toEqual({ config: [{ a: 1 }] });
  });

  it('leaves what has the wrong type for the validation to refuse', () => {
    expect(prune([1])).toEqual([1]);
    expect(prune('text')).toBe('text');
    expect(prune({ box: 5, boxes: { x: 1 }, name: { first: 'x' } })).toEqual({
      box: 5,
      boxes: { x: 1 },
      name: { first: 'x' },
    });
  });

  it('writes ids in lower case, and no other text', () => {
    const Id = Type.String({ format: 'uuid' });
    const Ids = Type.Object({
      id: Id,
      ids: Type.Array(Id),
      cleared: Type.Union([Id, Type.Null()]),
      name: Type.String(),
      any: Type.Union([Id, Type.String()]),
    });
    const upper = '01890000-0000-7000-8000-00000000ADA0';
    const lower = upper.toLowerCase();
    const sent = { id: upper, ids: [upper, 5], cleared: upper, name: upper, any: upper };
    expect(pruningOf(Ids)(sent)).toEqual({ ...sent, id: lower, ids: [lower, 5], cleared: lower });
    expect(pruningOf(Ids)({ cleared: null })).toEqual({ cleared: null });
  });

  it('does not change what it was given', () => {
    const given = { name: 'a', extra: 1 };
    prune(given);
    expect(given).toEqual({ name: 'a', extra: 1 });
  });
});
