/** S44: a rate that an administrator sets, under more than it lets through, at every gateway at once. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@cairn/client';
import { administrator, type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

const LIMIT = 200;
const WINDOW_SECONDS = 10;
const WINDOW_MS = WINDOW_SECONDS * 1_000;
const WINDOWS = 3;
/** What a token bucket holds: as much may be answered in a window beside what fills it meanwhile, which takes a second. */
const BURST = LIMIT / 10;
/** A burst and the pause after it at one gateway: with two gateways some three times what may be answered. */
const MOST_AT_ONCE = 12;
const PAUSES_MS = [50, 200] as const;
const IN_FORCE_WITHIN_MS = 1_000;

jest.setTimeout(600_000);

interface Asked {
  readonly gateway: string;
  readonly status: number;
  /** Milliseconds: it was counted between the two. */
  readonly sent: number;
  readonly answered: number;
}

const times = <Value>(count: number, make: () => Promise<Value>): Promise<readonly Value[]> =>
  Promise.all(Array.from({ length: count }, make));
const isAnswered = ({ status }: Asked): boolean => status === 200;

/** The most that were surely counted within one window, wherever it begins. */
const mostInAWindow = (asked: readonly Asked[]): number =>
  Math.max(
    ...asked.map(
      ({ sent: from }) =>
        asked.filter(({ sent, answered }) => sent >= from && answered <= from + WINDOW_MS).length,
    ),
  );

describe.each(topologies)('S44: rates under load ($name)', (topology) => {
  let cairn: RunningCairn;
  let admin: Person;
  let [ada, eve]: Person[] = [];
  beforeAll(async () => {
    cairn = await topology.start();
    admin = await administrator(cairn);
    [ada, eve] = [await somebody(cairn), await somebody(cairn, 'eve')];
  });
  afterAll(() => cairn.remove());

  const set = (body: object) => admin.client.call('updateRateLimits', { body });
  const override = (requests: number, window_seconds: number) => ({
    user_id: ada!.id,
    class: 'default' as const,
    requests,
    window_seconds,
    burst: Math.min(BURST, requests),
  });
  const ask = async (gateway: string, { token }: Person): Promise<Asked> => {
    const sent = performance.now();
    const { status } = await createClient({ baseUrl: gateway, token }).try('getMe');
    return { gateway, status, sent, answered: performance.now() };
  };
  /** Asks one gateway until a time, some requests at once and then a pause. */
  const load = async (
    gateway: string,
    of: Person,
    until: number,
    most: number,
  ): Promise<readonly Asked[]> => {
    const asked: Asked[] = [];
    while (performance.now() < until) {
      asked.push(...(await times(randomInt(1, most + 1), () => ask(gateway, of))));
      await pause(randomInt(...PAUSES_MS));
    }
    return asked;
  };
  const atEvery = async (of: Person, until: number, most: number): Promise<readonly Asked[]> =>
    (await Promise.all(cairn.gateways.map((gateway) => load(gateway, of, until, most)))).flat();

  it.each(['sliding_window', 'token_bucket'] as const)(
    `%s: ${LIMIT} in ${WINDOW_SECONDS} s are never more than a tenth more, nor less than nine tenths, and hinder nobody else`,
    async (algorithm) => {
      await set({ algorithm, overrides: [override(LIMIT, WINDOW_SECONDS)] });
      const until = performance.now() + WINDOWS * WINDOW_MS;
      const most = Math.ceil((2 * MOST_AT_ONCE) / cairn.gateways.length);
      const [asked, others] = await Promise.all([atEvery(ada!, until, most), atEvery(eve!, until, 1)]);
      const answered = asked.filter(isAnswered);
      expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200, 429]));
      expect(asked.length).toBeGreaterThan(1.5 * LIMIT * WINDOWS);
      expect(mostInAWindow(answered)).toBeLessThanOrEqual(1.1 * LIMIT);
      expect(answered.length).toBeGreaterThanOrEqual(0.9 * LIMIT * WINDOWS);
      for (const gateway of cairn.gateways)
        expect(answered.filter((each) => each.gateway === gateway).length).toBeGreaterThan(LIMIT / 10);
      expect(others.length).toBeGreaterThan(WINDOWS * WINDOW_SECONDS);
      expect(others.filter((each) => !isAnswered(each))).toEqual([]);
    },
  );

  it('a change is in force at every gateway with its answer, which comes within a second', async () => {
    /** Milliseconds that the change took, and how many of five requests at each gateway are answered after it. */
    const changed = async (overrides: readonly object[]): Promise<{ inTime: boolean; answered: number }> => {
      const began = performance.now();
      await set({ algorithm: 'sliding_window', overrides });
      const inTime = performance.now() - began < IN_FORCE_WITHIN_MS;
      const asked = await Promise.all(cairn.gateways.map((at) => times(5, () => ask(at, ada!))));
      return { inTime, answered: asked.flat().filter(isAnswered).length };
    };
    const all = 5 * cairn.gateways.length;
    for (const windowSeconds of [3_600, 3_601, 3_602]) {
      // Under another window a count begins anew.
      expect(await changed([override(3, windowSeconds)])).toEqual({ inTime: true, answered: 3 });
      expect(await changed([])).toEqual({ inTime: true, answered: all });
    }
  });
});
