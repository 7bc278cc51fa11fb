import { defaultAccountLimits, refuse } from '@cairn/kernel';
import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import {
  type Attempt,
  delayAfter,
  failuresOfAccount,
  forgetFailures,
  hasFailures,
  limited,
} from './attempts.js';

it('the delay grows and is bounded', () => {
  expect([0, 4, 5, 6, 7, 10, 11, 1000].map(delayAfter)).toEqual([0, 0, 50, 100, 200, 1600, 2000, 2000]);
});

describe('attempts', () => {
  let engines: Embedded;
  beforeEach(() => {
    engines = openEmbedded();
    jest.useFakeTimers();
  });
  afterEach(async () => {
    jest.useRealTimers();
    await engines.remove();
  });
  const ada: Attempt = { login: 'ada', ip: '192.0.2.1' };
  const tools = (hashing = defaultAccountLimits.hashing) => ({ ...engines, accountLimits: { hashing } });
  const wrong = refuse('invalid_credentials', 'wrong');
  const begin = (succeeds: boolean, who = ada) =>
    limited(tools(), who, async () => (succeeds ? true : wrong));
  /** Lets no more time pass than it waits for. */
  const ended = async <Outcome>(work: Promise<Outcome>): Promise<Outcome> => {
    let isOver = false;
    const over = work.finally(() => (isOver = true));
    while (!isOver)
      if (jest.getTimerCount() > 0) await jest.advanceTimersToNextTimerAsync();
      else await jest.advanceTimersByTimeAsync(0);
    return over;
  };
  const attempt = (succeeds: boolean, who = ada) => ended(begin(succeeds, who));
  const timed = async (run: () => Promise<unknown>): Promise<number> => {
    const began = Date.now();
    await run();
    return Date.now() - began;
  };

  it('count anew after a success', async () => {
    for (let failure = 0; failure < 4; failure += 1) await attempt(false);
    expect(await attempt(true)).toBe(true);
    for (let failure = 0; failure < 6; failure += 1) expect(await attempt(false)).toEqual(wrong);
  });

  it('of a blocked pair are not even made', async () => {
    for (let failure = 0; failure < 10; failure += 1) await attempt(false);
    let made = false;
    const outcome = await ended(limited(tools(), { ...ada, login: 'ADA' }, async () => (made = true)));
    expect(outcome).toMatchObject({ refused: 'account_locked' });
    expect(made).toBe(false);
    expect(await attempt(true, { ...ada, ip: '192.0.2.2' })).toBe(true);
  });

  it('from many networks are slowed down for the login, and for no other (S15)', async () => {
    for (let network = 1; network <= 8; network += 1)
      await attempt(false, { ...ada, ip: `198.51.100.${network}` });
    expect(await timed(() => attempt(false, { ...ada, ip: '203.0.113.1' }))).toBe(400);
    expect(await timed(() => attempt(false, { login: 'grace', ip: '203.0.113.1' }))).toBe(0);
  });

  it('of an account are forgotten, from more networks than one list holds', async () => {
    const of = (network: number) => {
      const ip = `198.51.${network >> 8}.${network & 255}`;
      return { login: network % 2 === 0 ? 'ada' : 'ada@example.org', accountId: 'a', ip };
    };
    const networks = Array.from({ length: 600 }, (_, network) => of(network));
    await ended(Promise.all(networks.map((who) => limited(tools(1_000), who, async () => wrong))));
    for (let failure = 1; failure < 10; failure += 1) await attempt(false, of(599));
    expect(await attempt(true, of(599))).toMatchObject({ refused: 'account_locked' });
    expect(await failuresOfAccount(engines, 'a')).toMatchObject({
      failures: 609,
      lockedUntil: expect.any(Number),
    });
    await attempt(false, { ...of(0), accountId: 'b' });
    await ended(forgetFailures(engines, 'a'));
    expect([await hasFailures(engines, 'a'), await hasFailures(engines, 'b')]).toEqual([false, true]);
    expect(await failuresOfAccount(engines, 'a')).toEqual({ failures: 0 });
    expect(await timed(() => attempt(true, of(599)))).toBe(0);
    expect(await engines.registers.list('login:')).toHaveLength(3);
  });

  it('that are refused before the comparison count neither as wrong nor as right', async () => {
    for (let failure = 0; failure < 5; failure += 1) await attempt(false);
    const neither = refuse('conflict', 'elsewhere');
    for (let turn = 0; turn < 6; turn += 1) await ended(limited(tools(), ada, async () => neither));
    for (let failure = 5; failure < 10; failure += 1) expect(await attempt(false)).toEqual(wrong);
    expect(await attempt(true)).toMatchObject({ refused: 'account_locked' });
  });

  it('beyond what may be compared at the same time are told to come again, and not counted', async () => {
    let end = (): void => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    const busy = ['1', '2'].map((login) => limited(tools(2), { ...ada, login }, () => held));
    const outcomes = [];
    for (let turn = 0; turn < 12; turn += 1)
      outcomes.push(await ended(limited(tools(2), ada, async () => wrong)));
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ refused: 'overloaded', retryAfterSeconds: 1 });
    end();
    await Promise.all(busy);
    expect(await attempt(true)).toBe(true);
  });

  it('that are held back do not count among those that are compared', async () => {
    for (let failure = 0; failure < 8; failure += 1) await attempt(false);
    let heldBackIsOver = false;
    const heldBack = begin(false).then(() => (heldBackIsOver = true));
    expect(await ended(limited(tools(1), { ...ada, login: 'grace' }, async () => true))).toBe(true);
    expect(heldBackIsOver).toBe(false);
    await ended(heldBack);
  });
});
