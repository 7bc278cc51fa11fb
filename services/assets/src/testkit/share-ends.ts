import { timestamp } from '@cairn/kernel';
import { someone } from '@cairn/kernel/testkit';
import { mailed } from './sharing.js';
import { type AssetsUnderTest, outcome } from './under-test.js';

type Under = () => AssetsUnderTest;
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** When shares end. The clock of this service goes ahead. */
export const shareEndCases = (under: Under): void => {
  const inHours = (hours: number): string => timestamp(Date.parse(under().now) + hours * HOUR);

  it('ends by itself, for all that is asked by whom it was with', async () => {
    const { grace } = under();
    const id = await under().made();
    const end = inHours(1);
    await under().shared(id, { user_id: grace.userId, role_slug: 'share_editor', expires_at: end });
    const seen = async () => ({
      read: (await under().read(id, { principal: grace })) !== undefined,
      listed: (await under().listed({}, { principal: grace })).includes(id),
      write: outcome(await under().update(id, { notes: `at ${under().now}` }, { principal: grace })),
    });
    expect(await seen()).toEqual({ read: true, listed: true, write: 'done' });
    const explained = await under().explained(id, grace.userId);
    expect(explained).toMatchObject({ ways: [{ because: 'share', until: end }] });
    under().clock.ahead += HOUR + 1;
    expect(await seen()).toEqual({ read: false, listed: false, write: 'not_found' });
    expect(await under().explained(id, grace.userId)).toMatchObject({ actions: [], ways: [] });
    const { at } = (await under().events(id)).at(-1)!.metadata;
    expect(await under().read(id, { principal: grace, at })).toBeUndefined();
    expect(await under().read(id, { at })).toBeDefined();
  });

  it('is no share any more from its end on, though everybody sees what was shared', async () => {
    const { grace } = under();
    const id = await under().made({ public: true });
    await under().shared(id, { user_id: grace.userId, role_slug: 'share_editor', expires_at: inHours(1) });
    const told = async () => ({
      listed: (await under().listed({ shared_with_me: true }, { principal: grace })).includes(id),
      read: (await under().read(id, { principal: grace }))?.shared_with_me,
      why: await under().explained(id, grace.userId),
    });
    expect(await told()).toMatchObject({ listed: true, read: true, why: { denied: [] } });
    under().clock.ahead += HOUR + 1;
    expect(await told()).toMatchObject({ listed: false, read: false, why: { denied: ['share_over'] } });
    expect(await under().listed({}, { principal: grace })).toContain(id);
  });

  it('ends at a moment in whatever zone it is written, which may not have been', async () => {
    const { grace } = under();
    const id = await under().made();
    const end = inHours(2);
    const elsewhere = `${new Date(Date.parse(end) + 14 * HOUR).toISOString().slice(0, -1)}+14:00`;
    const share = await under().shared(id, { user_id: grace.userId, expires_at: elsewhere });
    expect((await under().state(id)).readers[1]).toMatchObject({ until: end });
    const past = `${new Date(Date.parse(inHours(-0.01)) + 14 * HOUR).toISOString().slice(0, -1)}+14:00`;
    expect(outcome(await under().updateShare(id, share, { expires_at: past }))).toBe('in_past');
    expect(outcome(await under().share(id, { user_id: under().ned.userId, expires_at: past }))).toBe(
      'in_past',
    );
    expect(await under().deeds(id, 1)).toEqual(['shared']);
    const west = `${new Date(Date.parse(inHours(4)) - 11 * HOUR).toISOString().slice(0, -1)}-11:00`;
    expect(outcome(await under().updateShare(id, share, { expires_at: west }))).toBe('done');
    expect((await under().state(id)).readers[1]).toMatchObject({ until: new Date(west).toISOString() });
  });

  it('ends at another moment, or not at all, when that is said', async () => {
    const { grace } = under();
    const id = await under().made();
    const share = await under().shared(id, { user_id: grace.userId, expires_at: inHours(1) });
    await under().updateShare(id, share, { expires_at: inHours(3) });
    under().clock.ahead += 2 * HOUR;
    expect(await under().read(id, { principal: grace })).toBeDefined();
    await under().updateShare(id, share, { expires_at: null });
    await under().updateShare(id, share, { expires_at: null });
    under().clock.ahead += 2 * HOUR;
    expect(await under().read(id, { principal: grace })).toBeDefined();
    expect(await under().deeds(id, 1)).toEqual(['shared', 'shareUpdated', 'shareUpdated']);
  });

  it('is not accepted after its end', async () => {
    const kim = someone();
    under().people.claimed.set('kim@example.org', kim.userId);
    const id = await under().made();
    const share = await under().shared(id, { email: 'kim@example.org', expires_at: inHours(1) });
    under().clock.ahead += 2 * HOUR;
    expect(outcome(await under().acceptShare(id, share, await mailed(under(), id, share), kim))).toBe(
      'not_found',
    );
  });

  it('is not accepted after 30 days, when a timer takes it back, and no one else', async () => {
    const { ada, people, running, model } = under();
    const kim = someone();
    people.verified.set('kim@example.net', kim.userId);
    const id = await under().made();
    const share = await under().shared(id, { email: 'kim@example.net' });
    const [made] = (await under().events(id)).slice(-1);
    const { timers } = model.parts;
    const told = { type: under().contract.events.shared.name, data: made!.data };
    const facts = { id, at: made!.metadata.at } as Parameters<NonNullable<typeof timers>['set']>[1];
    const [timer] = timers!.set(told, facts);
    expect(timer).toMatchObject({
      due: timestamp(Date.parse(facts.at) + 30 * DAY),
      command: under().contract.commands.lapseShare.name,
      input: { id, share_id: share },
    });
    for (const ended of ['shareAccepted', 'shareRemoved'] as const)
      expect(
        timers!.stop({ type: under().contract.events[ended].name, data: { share_id: share } }, facts),
      ).toEqual([timer!.id]);
    under().clock.ahead += 30 * DAY;
    expect(outcome(await under().acceptShare(id, share, await mailed(under(), id, share), kim))).toBe(
      'not_found',
    );
    await under().acceptShareFor(id, share, kim.userId);
    expect(await under().read(id, { principal: kim })).toBeUndefined();
    expect(outcome(await under().lapseShare(id, share, {}, ada))).toBe('forbidden');
    expect(outcome(await under().lapseShare(id, share))).toBe('done');
    expect(outcome(await under().lapseShare(id, share))).toBe('done');
    expect((await under().state(id)).shares).toEqual({});
    const documents = await running.engines.documents.get(model.collections.shares, share);
    expect(documents).toMatchObject({ deleted: true });
  });

  it('goes with the account that it waited for, and says so; what was accepted stays', async () => {
    const { grace } = under();
    const id = await under().made();
    const waiting = await under().shared(id, { email: 'gone@example.org' });
    const accepted = await under().shared(id, { user_id: grace.userId });
    for (const share of [waiting, accepted])
      await under().lapseShare(id, share, { reason: 'address_erased' });
    expect(Object.keys((await under().state(id)).shares)).toEqual([accepted]);
    expect((await under().events(id)).at(-1)!.data).toMatchObject({
      share_id: waiting,
      reason: 'address_erased',
    });
  });
};
