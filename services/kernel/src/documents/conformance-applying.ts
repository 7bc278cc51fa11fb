import { START } from '../base/position.js';
import { increment, patch, Projector, put, remove } from './conformance-store.js';
import type { Change, Document, Documents } from './port.js';
import { ChangeRefused } from './port.js';

type Store = () => Documents;

const afterOn =
  (store: Store) =>
  async (...changes: readonly Change[]): Promise<Document | undefined> => {
    await new Projector(store()).apply(...changes);
    return store().get('things', 'a');
  };

export const changingCases = (store: Store): void => {
  const after = afterOn(store);

  it('puts a document as it is given, over what was there', async () => {
    const document = {
      id: 'a',
      text: 'ä\0🎉"\\',
      n: -1.5,
      no: false,
      none: null,
      list: [1, { b: [] }],
      o: {},
    };
    expect(await after(put({ id: 'a', gone: 1 }), put(document))).toEqual(document);
    expect(await after(put({ id: 'a' }))).toEqual({ id: 'a' });
  });
  it('has nothing under an id that was never put', async () => {
    expect(await store().get('things', 'a')).toBeUndefined();
  });
  it('patches fields, fields within fields, and takes fields away', async () => {
    const before = { id: 'a', keep: 1, drop: 2, in: { keep: 3, set: 4, drop: 5 } };
    const fields = { drop: undefined, set: [6], 'in.set': 7, 'in.drop': undefined, 'new.in.side': null };
    const patched = await after(put(before), patch('a', { ...fields, 'not.there': undefined }));
    expect(patched).toEqual({
      id: 'a',
      keep: 1,
      set: [6],
      in: { keep: 3, set: 7 },
      new: { in: { side: null } },
    });
    expect(Object.keys(patched ?? {})).not.toContain('drop');
  });
  it('takes keys for what they are', async () => {
    const patched = await after(
      put({ id: 'a' }),
      patch('a', { ['__proto__.x']: 1 }),
      increment('a', { 'constructor.y': 2 }),
    );
    expect(JSON.stringify(patched)).toBe('{"id":"a","__proto__":{"x":1},"constructor":{"y":2}}');
  });
  it('keeps the id whatever a patch says', async () => {
    expect(await after(put({ id: 'a' }), patch('a', { id: 'b', c: 1 }))).toEqual({ id: 'a', c: 1 });
    expect(await store().get('things', 'b')).toBeUndefined();
  });
};

export const countingCases = (store: Store): void => {
  const after = afterOn(store);

  it('adds to numbers, and to what is not there from 0', async () => {
    const by = { n: 2, 'counts.items': -3, 'counts.new': 0.5 };
    expect(
      await after(put({ id: 'a', n: 1, counts: { items: 1 } }), increment('a', by, { never: 1 })),
    ).toEqual({
      id: 'a',
      n: 3,
      counts: { items: -2, new: 0.5 },
    });
  });
  it('makes a document that an increment does not find, with its defaults', async () => {
    expect(await after(increment('a', { n: 1, m: 1 }, { n: 10, name: 'x' }))).toEqual({
      id: 'a',
      n: 11,
      m: 1,
      name: 'x',
    });
  });
  it('takes a patch and a removal of what is not there as no change', async () => {
    expect(await after(patch('a', { n: 1 }), remove('a'))).toBeUndefined();
  });
  it('removes', async () => {
    expect(await after(put({ id: 'a' }), put({ id: 'b' }))).toEqual({ id: 'a' });
    expect(await after(remove('a'))).toBeUndefined();
    expect(await store().get('things', 'b')).toEqual({ id: 'b' });
  });
};

export const orderCases = (store: Store): void => {
  it('applies the changes of a batch in their order', async () => {
    await new Projector(store()).apply(
      increment('a', { n: 1 }),
      put({ id: 'b', n: 5 }),
      put({ id: 'a', n: 10 }),
      increment('a', { n: 1 }),
      patch('b', { n: 7 }),
      remove('b'),
      patch('b', { n: 8 }),
      increment('b', { n: 1 }, { fresh: true }),
      patch('a', { m: 1 }),
    );
    expect(await store().get('things', 'a')).toEqual({ id: 'a', n: 11, m: 1 });
    expect(await store().get('things', 'b')).toEqual({ id: 'b', n: 1, fresh: true });
  });
  it('law 1: counts a thousand increments of one document', async () => {
    await new Projector(store()).apply(...Array.from({ length: 1000 }, () => increment('a', { n: 1 })));
    expect(await store().get('things', 'a')).toEqual({ id: 'a', n: 1000 });
  });
  it('finds nothing under values that a document had in the meantime', async () => {
    await new Projector(store()).apply(put({ id: 'a', tags: ['x'] }), put({ id: 'a', tags: ['y'] }));
    expect(await store().count('things', { any: { tags: ['x'] } }, 9)).toBe(0);
    expect(await store().count('things', { any: { tags: ['y'] } }, 9)).toBe(1);
  });
  it('keeps what there is when the remains of what was are destroyed', async () => {
    const projector = new Projector(store());
    await projector.apply(put({ id: 'a', size: 1 }), put({ id: 'b', size: 2 }));
    await projector.apply(remove('a'));
    await store().scrub();
    expect(await store().get('things', 'a')).toBeUndefined();
    expect(await store().get('things', 'b')).toEqual({ id: 'b', size: 2 });
    await projector.apply(put({ id: 'a', size: 3 }));
    expect(await store().get('things', 'a')).toEqual({ id: 'a', size: 3 });
  });
};

export const checkpointCases = (store: Store): void => {
  it('law 1: starts before everything and keeps the checkpoint with the changes', async () => {
    expect(await store().checkpoint('test.things', 'live')).toBe(START);
    const projector = new Projector(store());
    expect(await projector.applyAt(START, '7', [put({ id: 'a' })])).toEqual({ status: 'applied' });
    expect(await store().checkpoint('test.things', 'live')).toBe('7');
    expect(await projector.applyAt('7', '8', [])).toEqual({ status: 'applied' });
    expect(await store().checkpoint('test.things', 'live')).toBe('8');
  });
  it('law 1: changes nothing when the same batch comes twice', async () => {
    const batch = () => new Projector(store()).applyAt(START, '1', [increment('a', { n: 1 })]);
    expect(await batch()).toEqual({ status: 'applied' });
    expect(await batch()).toEqual({ status: 'moved', checkpoint: '1' });
    expect(await store().get('things', 'a')).toEqual({ id: 'a', n: 1 });
  });
  it('law 1: lets one of two projectors win', async () => {
    const one = new Projector(store()).applyAt(START, '1', [increment('a', { n: 1 })]);
    const two = new Projector(store()).applyAt(START, '2', [increment('a', { n: 1 })]);
    const outcomes = (await Promise.all([one, two])).map(({ status }) => status);
    expect(outcomes.sort()).toEqual(['applied', 'moved']);
    expect(await store().get('things', 'a')).toEqual({ id: 'a', n: 1 });
  });
  it('law 1: applies nothing of a batch of which one change is refused', async () => {
    const refused = increment('b', { name: 1 });
    const changes = [put({ id: 'a' }), put({ id: 'b', name: 'text' }), refused];
    const error = await new Projector(store())
      .applyAt(START, '1', changes)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ChangeRefused);
    expect((error as ChangeRefused).change).toEqual(refused);
    expect(await store().checkpoint('test.things', 'live')).toBe(START);
    expect(await store().get('things', 'a')).toBeUndefined();
    await new Projector(store()).apply(put({ id: 'a' }));
    expect(await store().get('things', 'a')).toEqual({ id: 'a' });
  });
  it('refuses a patch through what is not an object', async () => {
    const through = new Projector(store()).applyAt(START, '1', [
      put({ id: 'a', n: 1 }),
      patch('a', { 'n.m': 1 }),
    ]);
    await expect(through).rejects.toBeInstanceOf(ChangeRefused);
  });
  it('refuses what no read model declares', async () => {
    await expect(new Projector(store(), 'live', 'test.unknown').apply()).rejects.toThrow('test.unknown');
    await expect(new Projector(store()).apply(put({ id: 'a' }, 'unknown'))).rejects.toThrow('unknown');
    await expect(store().get('unknown', 'a')).rejects.toThrow('unknown');
  });
};

export const uniqueCases = (store: Store): void => {
  const name = (id: string, space: string | null, text: string) => put({ id, space, name: text }, 'names');

  it('refuses a second document with the same values and names the change', async () => {
    const projector = new Projector(store());
    await projector.apply(name('a', 's', 'x'), name('b', 's', 'y'), name('c', 't', 'x'));
    const error = await projector
      .apply(put({ id: 'd' }), name('e', 's', 'x'))
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ChangeRefused);
    expect((error as ChangeRefused).change).toEqual(name('e', 's', 'x'));
    expect(await store().get('things', 'd')).toBeUndefined();
    expect(await store().get('names', 'e')).toBeUndefined();
  });
  it('names the later of two that collide in one batch', async () => {
    const changes = [name('a', 's', 'w'), name('b', 's', 'x'), name('a', 's', 'x')];
    const error = await new Projector(store()).apply(...changes).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ChangeRefused);
    expect((error as ChangeRefused).change).toEqual(changes[2]);
  });
  it('takes absent values for the same value', async () => {
    const twice = new Projector(store()).apply(name('a', null, 'x'), put({ id: 'b', name: 'x' }, 'names'));
    await expect(twice).rejects.toBeInstanceOf(ChangeRefused);
  });
  it('lets values be put again, given up and exchanged', async () => {
    const projector = new Projector(store());
    await projector.apply(name('a', 's', 'x'), name('b', 's', 'y'), name('c', 's', 'z'));
    await projector.apply(name('a', 's', 'x'));
    await projector.apply(
      name('b', 's', 'x'),
      name('a', 's', 'y'),
      remove('c', 'names'),
      name('d', 's', 'z'),
    );
    const found = await store().find('names', { filter: { fields: { space: 's' } }, sort: 'name', limit: 9 });
    expect(found.map(({ id, name: text }) => [id, text])).toEqual([
      ['b', 'x'],
      ['a', 'y'],
      ['d', 'z'],
    ]);
  });
};
