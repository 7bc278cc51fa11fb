import type { Principal } from '@cairn/kernel';
import { type AssetsUnderTest, outcome } from './under-test.js';

type Under = () => AssetsUnderTest;
const PAST = '2026-01-15T12:00:00.000Z';

/** What those see of its past who may not write it, when that begins later than it. */
export const visibleHistoryCases = (under: Under): void => {
  let id: string;
  let before: string;
  let begins: string;
  beforeAll(async () => {
    const { grace, ned } = under();
    id = await under().made({ name: 'secret' });
    await under().update(id, { notes: 'secret too' });
    await under().shared(id, { user_id: grace.userId });
    await under().shared(id, { user_id: ned.userId, role_slug: 'share_editor' });
    before = await under().pass();
    await under().update(id, { name: 'clean', notes: '', public: true, history_from: 'now' });
    begins = (await under().read(id))!['history_from'] as string;
    await under().pass();
    await under().update(id, { name: 'later' });
  });
  /** Who writes it, and who merely reads it: by a share, because all do, by a key that is for reading. */
  const who = () => {
    const { ada, ned, grace, eve, contract } = under();
    const key: Principal = { ...ada, kind: 'key', scopes: [`${contract.resource}:read`] };
    return { writers: [ada, ned], readers: [grace, eve, key] };
  };

  it('is the time of the event that sets it to now', async () => {
    const at = (await under().events(id)).map(({ metadata }) => metadata.at);
    expect([begins, begins > before]).toEqual([at.at(-2), true]);
  });

  it('is not there before for who merely reads it: neither by time nor by revision, nor in lists', async () => {
    const [first] = await under().events(id);
    const pinned = { at: first!.metadata.at, pinned: { stream: first!.stream, revision: 0n } };
    const seen = async (principal: Principal, at: typeof pinned | string) => {
      const listed = typeof at !== 'string' || (await under().listed({}, { principal, at })).includes(id);
      return [(await under().read(id, { principal, at }))?.['name'], listed];
    };
    for (const principal of who().readers) {
      expect(await seen(principal, before)).toEqual([undefined, false]);
      expect((await seen(principal, pinned))[0]).toBeUndefined();
      expect(await seen(principal, begins)).toEqual(['clean', true]);
    }
    for (const principal of who().writers) {
      expect(await seen(principal, before)).toEqual(['secret', true]);
      expect((await seen(principal, pinned))[0]).toBe('secret');
    }
  });

  it('has a history from there on, which tells nothing of what was', async () => {
    for (const principal of who().readers) {
      const [first, second, ...more] = (await under().history(id, { principal }))!;
      expect([first?.at, more]).toEqual([begins, []]);
      expect(first?.changes).toContainEqual({ path: '/name', after: 'clean' });
      expect(first?.changes).toContainEqual({ path: '/history_from', after: begins });
      expect(first?.changes.filter((change) => 'before' in change)).toEqual([]);
      expect(second?.changes).toEqual([{ path: '/name', before: 'clean', after: 'later' }]);
    }
    for (const principal of who().writers) {
      const all = (await under().history(id, { principal }))!;
      expect(all).toHaveLength((await under().revision(id)) + 1);
      expect(all.at(-2)!.changes).toContainEqual({ path: '/name', before: 'secret', after: 'clean' });
    }
  });

  it('has the data of its events read from there on', async () => {
    const { mayRead } = under().world.service.published!;
    for (const { stream, metadata } of await under().events(id)) {
      const may = (principal: Principal) =>
        mayRead!({ ...under().reading({ principal }), pointInTime: metadata }, stream);
      for (const principal of who().readers) expect(await may(principal)).toBe(metadata.at >= begins);
      for (const principal of who().writers) expect(await may(principal)).toBe(true);
    }
  });

  it('begins there again from its events alone', async () => {
    await under().running.rebuild(under().model.projection.name);
    expect(await under().read(id, { principal: under().eve })).toMatchObject({ history_from: begins });
  });

  it('is told where somebody merely reads it', async () => {
    const { model, grace, ned } = under();
    const since = (one: string) => model.reads.visibleHistory(under().reading(), one);
    expect(await since(id)).toBe(begins);
    const other = await under().made();
    expect(await since(other)).toBeUndefined();
    await under().shared(other, { user_id: ned.userId, role_slug: 'share_editor' });
    expect(await since(other)).toBeUndefined();
    await under().shared(other, { user_id: grace.userId });
    expect(await since(other)).toBe((await under().read(other))!.created_at);
    await under().remove(other);
    expect(await since(other)).toBeUndefined();
  });
};

/** Where the visible history begins. */
export const beginningCases = (under: Under): void => {
  it('is set to a time in any zone, kept when nothing is said of it, cleared, and says nothing twice', async () => {
    const id = await under().made();
    const set = async (body: object) => {
      const code = outcome(await under().update(id, body));
      return [code, (await under().read(id))!['history_from']];
    };
    expect(await set({ history_from: '2026-01-15T13:00:00+01:00' })).toEqual(['done', PAST]);
    expect(await set({ history_from: PAST })).toEqual(['done', PAST]);
    expect(await set({ name: 'other' })).toEqual(['done', PAST]);
    expect(await set({ history_from: null })).toEqual(['done', undefined]);
    expect(await set({ history_from: null })).toEqual(['done', undefined]);
    expect(await under().deeds(id, 1)).toEqual(['updated', 'updated', 'updated']);
  });

  it('is no time that has not come, and no other text', async () => {
    const id = await under().made();
    const late = new Date(Date.now() + 3_600_000).toISOString();
    for (const [time, code] of [
      [late, 'in_future'],
      ['9999-12-31T23:00:00-05:00', 'in_future'],
      ['2016-12-31T23:59:60Z', 'invalid_body'],
      ['yesterday', 'invalid_body'],
    ] as const) {
      expect([time, outcome(await under().update(id, { history_from: time }))]).toEqual([time, code]);
      expect([time, outcome(await under().create({ name: 'x', history_from: time }))]).toEqual([time, code]);
    }
  });

  it('is the creation of what is made', async () => {
    expect(await under().read(await under().made({ history_from: 'now' }))).not.toHaveProperty(
      'history_from',
    );
  });

  it('is said, and undone, by who may share it', async () => {
    const { grace } = under();
    const id = await under().made();
    await under().shared(id, { user_id: grace.userId, role_slug: 'share_editor' });
    await under().update(id, { history_from: PAST });
    const by = { principal: grace };
    for (const history_from of ['now', null, '2026-01-16T12:00:00Z'])
      expect(outcome(await under().update(id, { history_from }, by))).toBe('forbidden');
    expect(outcome(await under().update(id, { history_from: PAST }, by))).toBe('done');
    expect(outcome(await under().revert(id, undefined, by))).toBe('forbidden');
    expect(outcome(await under().revert(id))).toBe('done');
    expect(await under().state(id)).toMatchObject({ history_from: null });
  });
};
