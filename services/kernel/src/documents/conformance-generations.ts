import { START } from '../base/position.js';
import type { DocumentsUnderTest } from './conformance-store.js';
import { idsOf, increment, MODEL, Projector, put } from './conformance-store.js';
import type { Documents, ReadModel } from './port.js';

export const generationCases = (store: () => Documents): void => {
  it('fills a generation beside the one that is read, then reads it', async () => {
    const [live, next] = [new Projector(store()), new Projector(store(), 'next')];
    await live.apply(put({ id: 'old', tags: ['x'] }));
    await store().beginNext('test.things');
    expect(await store().checkpoint('test.things', 'next')).toBe(START);
    const at = await next.apply(put({ id: 'new', tags: ['x'] }));
    await live.apply(put({ id: 'meanwhile' }));
    expect(await store().get('things', 'new')).toBeUndefined();
    expect(await store().promoteNext('test.things', at)).toBe(true);
    expect(idsOf(await store().find('things', { filter: {}, sort: 'id', limit: 9 }))).toEqual(['new']);
    expect(await store().count('things', { any: { tags: ['x'] } }, 9)).toBe(1);
    expect(await store().checkpoint('test.things', 'live')).toBe(at);
    expect(await store().checkpoint('test.things', 'next')).toBe(START);
    await live.apply(increment('new', { n: 1 }));
    expect(await store().get('things', 'new')).toEqual({ id: 'new', tags: ['x'], n: 1 });
  });
  it('does not promote at another checkpoint, or what is not there', async () => {
    expect(await store().promoteNext('test.things', START)).toBe(false);
    await new Projector(store()).apply(put({ id: 'old' }));
    await store().beginNext('test.things');
    const at = await new Projector(store(), 'next').apply(put({ id: 'new' }));
    expect(await store().promoteNext('test.things', START)).toBe(false);
    expect(await store().get('things', 'old')).toEqual({ id: 'old' });
    expect(await store().promoteNext('test.things', at)).toBe(true);
    expect(await store().promoteNext('test.things', at)).toBe(false);
    expect(await store().get('things', 'new')).toEqual({ id: 'new' });
  });
  it('begins again from nothing', async () => {
    for (const id of ['a', 'b']) {
      await store().beginNext('test.things');
      await new Projector(store(), 'next').apply(put({ id }), put({ id, space: 's', name: 'n' }, 'names'));
    }
    expect(await store().promoteNext('test.things', await store().checkpoint('test.things', 'next'))).toBe(
      true,
    );
    expect(idsOf(await store().getMany('things', ['a', 'b']))).toEqual(['b']);
    expect(idsOf(await store().getMany('names', ['a', 'b']))).toEqual(['b']);
  });
  it('writes nothing to a generation that was not begun', async () => {
    await expect(new Projector(store(), 'next').apply(put({ id: 'a' }))).rejects.toThrow('test.things');
    expect(await store().get('things', 'a')).toBeUndefined();
  });
};

export const preparingCases = (store: () => Documents): void => {
  const NEWER: ReadModel = { ...MODEL, version: 2 };

  it('keeps everything when the same read models are prepared again', async () => {
    const to = await new Projector(store()).apply(put({ id: 'a' }));
    await store().prepare([MODEL]);
    expect(await store().get('things', 'a')).toEqual({ id: 'a' });
    expect(await store().checkpoint('test.things', 'live')).toBe(to);
  });
  it('starts another version from nothing', async () => {
    await new Projector(store()).apply(put({ id: 'a' }));
    await store().prepare([NEWER]);
    expect(await store().checkpoint('test.things', 'live')).toBe(START);
    expect(await store().get('things', 'a')).toBeUndefined();
    await new Projector(store()).apply(put({ id: 'b' }));
    expect(await store().get('things', 'b')).toEqual({ id: 'b' });
  });
  it('takes in a read model beside others', async () => {
    await new Projector(store()).apply(put({ id: 'a' }));
    const other: ReadModel = {
      projection: 'test.other',
      version: 1,
      collections: [{ name: 'others', indexes: [] }],
    };
    await store().prepare([MODEL, other]);
    await new Projector(store(), 'live', 'test.other').apply(put({ id: 'o' }, 'others'));
    expect(await store().get('others', 'o')).toEqual({ id: 'o' });
    expect(await store().get('things', 'a')).toEqual({ id: 'a' });
  });
  it('refuses collections and projections that are declared twice', async () => {
    await expect(store().prepare([MODEL, MODEL])).rejects.toThrow('declared twice');
    await expect(store().prepare([MODEL, { ...MODEL, projection: 'test.more' }])).rejects.toThrow(
      'declared twice',
    );
  });
  it('refuses other indexes under the same version', async () => {
    const collections = [{ name: 'things', indexes: [] }];
    await expect(store().prepare([{ ...MODEL, collections }])).rejects.toThrow('version');
  });
};

export const reopeningCases = (test: () => DocumentsUnderTest): void => {
  it('keeps documents, indexes, checkpoints and both generations over closing, where it can be opened again', async () => {
    const { documents, reopen } = test();
    if (reopen === undefined) return;
    await new Projector(documents).apply(put({ id: 'a', tags: ['x'], words: ['w'] }));
    await documents.beginNext('test.things');
    const at = await new Projector(documents, 'next').apply(put({ id: 'b', tags: ['x'] }));
    await documents.close();
    const again = await reopen();
    await again.prepare([MODEL]);
    const words = { field: 'words', all: ['w'], prefix: undefined };
    const options = { filter: { any: { tags: ['x'] }, words }, sort: 'size', limit: 9 };
    expect(idsOf(await again.find('things', options))).toEqual(['a']);
    expect(await again.checkpoint('test.things', 'live')).toBe('00000001');
    expect(await again.promoteNext('test.things', at)).toBe(true);
    expect(await again.get('things', 'b')).toEqual({ id: 'b', tags: ['x'] });
    await again.close();
  });
};
