import { freshId } from '../clock/ids.js';
import { outcome, type RecordsUnderTest } from './conformance-world.js';

type Under = () => RecordsUnderTest;

/** Deleting and bringing back. */
export const endingCases = (under: Under): void => {
  it('is gone when it is deleted, for all that is asked of it', async () => {
    const id = await under().made(under().samples.whole());
    const before = (await under().read(id))!;
    expect(outcome(await under().remove(id))).toBe('done');
    expect(await under().read(id)).toBeUndefined();
    const { updated_at } = (await under().read(id, { deletedToo: true }))!;
    expect(await under().read(id, { deletedToo: true })).toEqual({ ...before, updated_at });
    expect([await under().listed(), await under().listed({ deleted: true })]).toEqual([
      expect.not.arrayContaining([id]),
      expect.arrayContaining([id]),
    ]);
    const replies = [await under().update(id, under().samples.whole()), await under().remove(id)];
    expect(replies.map(outcome)).toEqual(['not_found', 'not_found']);
    expect(await under().history(id)).toHaveLength(2);
  });

  it('comes back as it was', async () => {
    const id = await under().made(under().samples.whole());
    const before = (await under().read(id))!;
    await under().remove(id);
    expect(outcome(await under().restore(id))).toBe('done');
    const { updated_at } = (await under().read(id))!;
    expect(await under().read(id)).toEqual({ ...before, updated_at });
    expect([await under().listed(), await under().listed({ deleted: true })]).toEqual([
      expect.arrayContaining([id]),
      expect.not.arrayContaining([id]),
    ]);
    expect(outcome(await under().restore(id))).toBe('not_deleted');
  });

  it('is not there under an id that nobody made', async () => {
    const id = freshId();
    const asked = [
      under().update(id, under().samples.whole()),
      under().remove(id),
      under().restore(id),
      under().revert(id, 0),
      under().purge(id),
    ];
    const codes = (await Promise.all(asked)).map(outcome);
    expect(codes).toEqual(['not_found', 'not_found', 'not_found', 'not_found', 'not_found']);
    expect([await under().read(id), await under().history(id)]).toEqual([undefined, undefined]);
  });
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** When one will be purged. */
const timerOf = ({ running, world }: RecordsUnderTest, id: string) =>
  running.engines.documents.get(`${world.service.name}_timers`, `purge:${id}`);

/** Who ends what can be brought back, and when. */
export const purgingCases = (under: Under): void => {
  it('is purged by a timer, 30 days after it was deleted and unless it was restored', async () => {
    const id = await under().made();
    await under().remove(id);
    const { metadata, data } = (await under().events(id)).at(-1)!;
    const { purge_at: due } = data as { readonly purge_at: string };
    expect(Math.round((Date.parse(due) - Date.parse(metadata.at)) / DAY_MS)).toBe(30);
    const command = under().record.commands.purge.name;
    expect(await timerOf(under(), id)).toMatchObject({ due, command, input: { id } });
    await under().restore(id);
    expect(await timerOf(under(), id)).toBeUndefined();
  });

  it('is purged by nobody who asks, and not while it is there', async () => {
    const id = await under().made();
    const { principal } = under().world;
    expect(outcome(await under().purge(id, principal))).toBe('forbidden');
    expect(outcome(await under().purge(id))).toBe('done');
    expect(await under().revision(id)).toBe(0);
    await under().remove(id);
    expect(outcome(await under().purge(id, principal))).toBe('forbidden');
    expect(await under().listed({ deleted: true })).toContain(id);
  });
};

/** What was purged. */
export const purgedCases = (under: Under): void => {
  it('does not come back when it was purged, and is in no list; what it was is read still', async () => {
    const id = await under().made(under().samples.whole());
    const before = (await under().read(id))!;
    await under().running.later(before.updated_at);
    await under().remove(id);
    const deletion = await under().revision(id);
    expect(outcome(await under().purge(id))).toBe('done');
    expect(await timerOf(under(), id)).toBeUndefined();
    const asked = [
      under().restore(id),
      under().revert(id, deletion),
      under().remove(id),
      under().update(id, {}),
    ];
    const codes = (await Promise.all(asked)).map(outcome);
    expect(codes).toEqual(['purged', 'purged', 'not_found', 'not_found']);
    expect([await under().read(id), await under().listed({ deleted: true })]).toEqual([
      undefined,
      expect.not.arrayContaining([id]),
    ]);
    expect(await under().read(id, { at: before.updated_at })).toEqual(before);
    expect(await under().history(id)).toHaveLength(3);
  });
};

/** The same command twice, and one that speaks of another revision. */
export const onceCases = (under: Under): void => {
  it('is made once under one command, and something else under it is refused', async () => {
    const id = freshId();
    const body = under().samples.whole();
    const replies = [await under().create(body, { id }), await under().create(body, { id })];
    expect(replies).toMatchObject([
      { status: 'done', replayed: false },
      { status: 'done', replayed: true },
    ]);
    const other = await under().create(under().samples.unlike(body), { id });
    expect(outcome(other)).toBe('idempotency_mismatch');
  });

  it('is changed, deleted, restored and reverted once under one command', async () => {
    const one = await under().made();
    const commands = [
      (id: string) => under().update(one, changes, { id }),
      (id: string) => under().remove(one, { id }),
      (id: string) => under().restore(one, { id }),
      (id: string) => under().revert(one, 1, { id }),
    ];
    const changes = under().samples.whole();
    for (const [index, command] of commands.entries()) {
      const id = freshId();
      expect(await command(id)).toMatchObject({ status: 'done', replayed: false });
      expect(await command(id)).toMatchObject({ status: 'done', replayed: true });
      expect(await under().revision(one)).toBe(index + 1);
    }
  });

  it('is not changed by who has seen another revision of it', async () => {
    const id = await under().made();
    await under().update(id, under().samples.whole());
    const before = await under().read(id);
    const [expectedRevision, body] = ['0', under().samples.whole()];
    const late = [
      await under().update(id, body, { expectedRevision }),
      await under().remove(id, { expectedRevision }),
      await under().revert(id, 1, { expectedRevision }),
    ];
    expect(late.map(outcome)).toEqual(late.map(() => 'precondition_failed'));
    expect(await under().read(id)).toEqual(before);
    // What was refused holds nothing that only one may have.
    expect(outcome(await under().create(body))).toBe('done');
    expect(outcome(await under().remove(id, { expectedRevision: '1' }))).toBe('done');
    expect(outcome(await under().restore(id, { expectedRevision }))).toBe('precondition_failed');
    expect(outcome(await under().restore(id, { expectedRevision: '2' }))).toBe('done');
  });
};

/** Who may not do it is told so, and nothing else. */
export const rightsCases = (under: Under): void => {
  it('is changed by nobody who may not, and what is deleted is not shown to them', async () => {
    const { principal, code } = under().world.stranger;
    const body = under().samples.whole();
    const id = await under().made(body);
    const replies = [
      await under().create(under().samples.whole(), { principal }),
      await under().create(body, { principal }),
      await under().update(id, under().samples.whole(), { principal }),
      await under().remove(id, { principal }),
      await under().revert(id, 0, { principal }),
    ];
    expect(replies.map(outcome)).toEqual(replies.map(() => code));
    await under().remove(id);
    expect(outcome(await under().restore(id, { principal }))).toBe(code);
    expect(await under().page({ deleted: true }, {}, { principal })).toBe(code);
    expect(await under().revision(id)).toBe(1);
  });

  it('is neither ended nor brought back, by undoing neither, by who may change it alone', async () => {
    const { writer } = under().world;
    if (writer === undefined) return;
    const { principal, code } = writer;
    const id = await under().made(under().samples.whole(), { principal });
    await under().remove(id);
    const back = [await under().restore(id, { principal }), await under().revert(id, 1, { principal })];
    await under().restore(id);
    const gone = [await under().remove(id, { principal }), await under().revert(id, 2, { principal })];
    expect([...back, ...gone].map(outcome)).toEqual([code, code, code, code]);
    expect(await under().page({ deleted: true }, {}, { principal })).toBe(code);
  });
};
