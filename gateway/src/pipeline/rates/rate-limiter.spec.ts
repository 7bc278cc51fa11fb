import type { Plan, Rate, RateClass, RateLimitContent, RateOverride } from '@cairn/contracts';
import {
  anonymous,
  openSqliteRegisters,
  type Principal,
  type Registers,
  RegistersUnavailable,
  userPrincipal,
} from '@cairn/kernel';
import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import { Problem } from '../../problems/problem.js';
import { RateLimiter } from './rate-limiter.js';
import type { Sender } from './policies.js';
import { configuredRates } from './settings.js';

const START_MS = Date.UTC(2026, 0, 1);
const ada = userPrincipal({ id: 'ada', administrator: false }, 'session');
const root = userPrincipal({ id: 'root', administrator: true }, 'session');
const key: Principal = { ...ada, kind: 'key', apiKeyId: 'key', organizationId: 'firm' };
const at = (principal: Principal, ip = '192.0.2.1'): Sender => ({ principal, ip });
const rate = (requests: number, window_seconds = 60, burst: number | null = null): Rate => ({
  requests,
  window_seconds,
  burst,
});

describe('rates that two gateways count on the same registers', () => {
  let embedded: Embedded;
  let registers: Registers;
  let now: number;
  let away: boolean;
  let set: Partial<RateLimitContent>;
  let plan: Plan | undefined;
  const clock = { now: () => now };
  beforeEach(() => {
    embedded = openEmbedded();
    now = START_MS;
    away = false;
    plan = undefined;
    registers = openSqliteRegisters({ path: `${embedded.folder}/rates.db`, clock });
  });
  afterEach(async () => {
    await registers.close();
    await embedded.remove();
  });

  const limiter = (wanted: Partial<RateLimitContent>) => {
    set = wanted;
    const reached = new Proxy(registers, {
      get: (target, name: keyof Registers) => {
        const method: unknown = Reflect.get(target, name);
        return async (...given: unknown[]): Promise<unknown> => {
          if (away || typeof method !== 'function') throw new RegistersUnavailable('away');
          return Reflect.apply(method, target, given) as unknown;
        };
      },
    });
    const options = { configured: configuredRates({}), set: () => set, planOf: () => plan };
    return new RateLimiter({ ...options, registers: reached, clock, logger: embedded.logger });
  };
  /** Whether a request is answered. */
  const ask = async (limits: RateLimiter, sender = at(ada), rateClass: RateClass = 'default') => {
    try {
      await limits.take(rateClass, sender);
      return true;
    } catch (error) {
      if (error instanceof Problem && error.code === 'rate_limited') return false;
      throw error;
    }
  };
  /** How many of so many requests at once are answered. */
  const answered = async (count: number, limits: RateLimiter, sender?: Sender, rateClass?: RateClass) =>
    (await Promise.all(Array.from({ length: count }, () => ask(limits, sender, rateClass)))).filter(Boolean)
      .length;

  describe.each(['sliding_window', 'token_bucket'] as const)('%s', (algorithm) => {
    /** The times of the answered requests, of callers who ask two gateways for more than they may, in random bursts. */
    const load = async (windows: number, requests: number): Promise<number[]> => {
      const wanted = { algorithm, default: rate(requests, 10, Math.ceil(requests / 10)) };
      const gateways = [limiter(wanted), limiter(wanted)];
      const times: number[] = [];
      let seed = 7;
      const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
      while (now < START_MS + windows * 10_000) {
        const bursts = gateways.map((gateway) => answered(Math.ceil(random() * 5), gateway));
        for (const count of await Promise.all(bursts)) times.push(...Array<number>(count).fill(now));
        now += Math.ceil(random() * 60);
      }
      return times;
    };

    it('S44: never answers more than the limit and a tenth, nor less than nine tenths of it', async () => {
      const [windows, limit] = [12, 100];
      const times = await load(windows, limit);
      expect(times.length).toBeGreaterThanOrEqual(limit * windows * 0.9);
      expect(times.length).toBeLessThanOrEqual(limit * windows * 1.1);
      const most = Math.max(
        ...times.map((from, index) => times.slice(index).filter((time) => time < from + 10_000).length),
      );
      expect(most).toBeLessThanOrEqual(limit * 1.1);
    }, 60_000);

    it('of all that come at once as many are answered as may be, whoever is asked', async () => {
      const wanted = { algorithm, default: rate(20) };
      const [one, other] = [limiter(wanted), limiter(wanted)];
      const counts = await Promise.all([answered(30, one), answered(30, other)]);
      expect(counts[0] + counts[1]).toBe(20);
      expect([await answered(5, one), await answered(5, other)]).toEqual([0, 0]);
      expect(one.refused.get('default')! + other.refused.get('default')!).toBe(50);
    });

    it('answers again once time has passed, as much as before', async () => {
      const limits = limiter({ algorithm, default: rate(4, 10) });
      expect(await answered(9, limits)).toBe(4);
      now += 11_000;
      expect(await answered(9, limits)).toBe(4);
    });

    it('S44: counts in memory while the registers are away, and goes on from there', async () => {
      const limits = limiter({ algorithm, default: rate(6) });
      expect(await answered(2, limits)).toBe(2);
      away = true;
      expect(await answered(2, limits)).toBe(2);
      away = false;
      const other = limiter({ algorithm, default: rate(6) });
      expect((await answered(9, limits)) + (await answered(9, other))).toBeLessThanOrEqual(4);
      expect(await answered(9, limits)).toBe(0);
    });

    it('a caller for whom nothing is left asks nothing of the registers', async () => {
      const limits = limiter({ algorithm, default: rate(3) });
      await answered(4, limits);
      const asked = jest.spyOn(registers, 'compareAndSet');
      expect(await answered(50, limits)).toBe(0);
      expect(asked).not.toHaveBeenCalled();
    });
  });

  it('tells what is left, and when to come again', async () => {
    const limits = limiter({ algorithm: 'token_bucket', default: rate(6, 60, 2) });
    const headers = await limits.take('default', at(ada));
    expect(headers).toEqual({ 'RateLimit-Policy': '"default";q=6;w=60', RateLimit: '"default";r=1;t=10' });
    await limits.take('default', at(ada));
    const refused: unknown = await limits.take('default', at(ada)).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'rate_limited', more: { headers: { 'Retry-After': '10' } } });
  });

  it('what administrators set is in force at the next request; nothing is counted where nothing is limited', async () => {
    const limits = limiter({});
    expect(limits.isLimited('default')).toBe(false);
    const asked = jest.spyOn(registers, 'compareAndSet');
    expect(await answered(9, limits)).toBe(9);
    expect(asked).not.toHaveBeenCalled();
    set = { default: rate(2) };
    expect(await answered(9, limits)).toBe(2);
    set = { default: rate(2), enabled: false };
    expect(await answered(9, limits)).toBe(9);
  });

  describe('S44: whose rate it is', () => {
    const override = (named: Partial<RateOverride>, requests: number): RateOverride => ({
      class: 'default',
      ...named,
      ...rate(requests),
    });
    const ofKey = override({ api_key_id: 'key' }, 7);
    const ofUser = override({ user_id: 'ada' }, 6);
    const ofFirm = override({ organization_id: 'firm' }, 5);
    const ofNarrow = override({ ip_cidr: '192.0.2.0/28' }, 4);
    const ofWide = override({ ip_cidr: '192.0.2.0/24' }, 8);
    const plans = { free: {}, pro: { default: rate(3) }, enterprise: {} };
    const all = [ofWide, ofNarrow, ofFirm, ofUser, ofKey];

    it.each([
      ['the key', all, 7],
      ['the user', all.slice(0, 4), 6],
      ['the organization', all.slice(0, 3), 5],
      ['the narrowest network', all.slice(0, 2), 4],
      ['the plan', [], 3],
    ])('an override of %s counts first', async (_, overrides, most) => {
      plan = 'pro';
      expect(await answered(20, limiter({ default: rate(2), plans, overrides }), at(key))).toBe(most);
    });

    it('without any of them the class has its own, and what has none counts as default', async () => {
      const limits = limiter({ default: rate(2), upload: rate(5), plans, overrides: all });
      const elsewhere = at(userPrincipal({ id: 'eve', administrator: false }, 's'), '203.0.113.1');
      expect(await answered(9, limits, elsewhere, 'upload')).toBe(5);
      expect(await answered(1, limits, elsewhere, 'execute')).toBe(1);
      expect(await answered(9, limits, elsewhere)).toBe(1);
    });

    it('an override that is over counts no more', async () => {
      const expires_at = new Date(START_MS + 1000).toISOString();
      const limits = limiter({ default: rate(2), overrides: [{ ...ofUser, expires_at }] });
      expect(await answered(9, limits)).toBe(6);
      now += 1000;
      expect(await answered(9, limits)).toBe(2);
    });

    it('an override may be that there is no limit', async () => {
      const limits = limiter({ default: rate(2), overrides: [override({ user_id: 'ada' }, 0)] });
      expect(await answered(9, limits)).toBe(9);
    });

    it('an override of a user is for all of their sessions and keys together', async () => {
      const limits = limiter({ default: rate(2), overrides: [ofUser] });
      expect(await answered(4, limits, at(key))).toBe(4);
      expect(await answered(4, limits, at(ada))).toBe(2);
    });

    it('is counted for the network, or the organization of the key, where the settings say so', async () => {
      const other = { ...key, apiKeyId: 'other', userId: 'grace' };
      const perIp = limiter({ per: 'ip', default: rate(3) });
      expect(await answered(2, perIp, at(ada))).toBe(2);
      expect(await answered(2, perIp, at(other))).toBe(1);
      const perFirm = limiter({ per: 'organization', default: rate(4) });
      expect(await answered(3, perFirm, at(key))).toBe(3);
      expect(await answered(3, perFirm, at(other))).toBe(1);
      expect(await answered(3, perFirm, at(ada))).toBe(3);
    });

    it('is the person’s: all sessions and keys together', async () => {
      const limits = limiter({ default: rate(5) });
      const own = (apiKeyId: string) => at({ ...ada, kind: 'key', apiKeyId });
      expect(await answered(2, limits, at(ada))).toBe(2);
      expect(await answered(2, limits, at({ ...ada, sessionId: 'other' }))).toBe(2);
      expect(await answered(2, limits, own('one'))).toBe(1);
      expect(await answered(2, limits, own('other'))).toBe(0);
      expect(await answered(2, limits, at(userPrincipal({ id: 'eve', administrator: false }, 's')))).toBe(2);
    });

    it('is the organization’s for its keys, of which one person may have four times as much in many', async () => {
      const limits = limiter({ default: rate(3) });
      const of = (userId: string, organizationId: string) =>
        at({ ...key, userId, organizationId, apiKeyId: `${userId} ${organizationId}` });
      expect(await answered(2, limits, of('ada', 'firm'))).toBe(2);
      expect(await answered(2, limits, of('eve', 'firm'))).toBe(1);
      expect(await answered(3, limits, at(ada))).toBe(3);
      const firms = Array.from({ length: 9 }, (_, firm) => answered(3, limits, of('ada', `firm ${firm}`)));
      expect((await Promise.all(firms)).reduce((sum, count) => sum + count)).toBe(10);
    });

    it('nobody is counted for the network around, too', async () => {
      const limits = limiter({ anonymous: rate(1) });
      const from = (host: number) => at(anonymous, `2001:db8:0:${host.toString(16)}::1`);
      const hosts = Array.from({ length: 20 }, (_, host) => ask(limits, from(host), 'anonymous'));
      expect((await Promise.all(hosts)).filter(Boolean)).toHaveLength(4);
    });

    it('administrators are not counted where the settings say so, but for passwords', async () => {
      const limits = limiter({ exempt_admins: true, default: rate(1), login: rate(1) });
      expect(await answered(5, limits, at(root))).toBe(5);
      expect(await answered(5, limits, at(root), 'login')).toBe(1);
      expect(await answered(5, limits, at(ada))).toBe(1);
    });
  });
});
