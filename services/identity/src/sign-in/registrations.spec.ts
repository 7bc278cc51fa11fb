import { refuse } from '@cairn/kernel';
import { type Embedded, openEmbedded } from '@cairn/kernel/testkit';
import { withinRegistrations } from './registrations.js';

const NOON = Date.parse('2026-03-02T12:00:00.000Z');
const HOUR_MS = 60 * 60 * 1000;

describe('registrations in a day (S47)', () => {
  let engines: Embedded;
  let now: number;
  beforeEach(() => {
    engines = openEmbedded();
    now = NOON;
  });
  afterEach(() => engines.remove());

  const register = (ip: string | undefined, run: () => Promise<unknown> = async () => 'made', bound = 2) =>
    withinRegistrations(
      { ...engines, clock: { now: () => now }, accountLimits: { registrationsPerDay: bound } },
      ip,
      run,
    );
  const made = async (...ips: readonly string[]): Promise<number> => {
    let count = 0;
    for (const ip of ips) if ((await register(ip)) === 'made') count += 1;
    return count;
  };
  const times = (count: number, ip: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => ip(at));

  it('are refused beyond the bound until the day is over, with the bound', async () => {
    expect(await made('192.0.2.1', '192.0.2.1', '192.0.2.2')).toBe(3);
    expect(await register('192.0.2.1')).toEqual({
      refused: 'registration_limit',
      detail: '2 accounts a day can be made from 192.0.2.1, and no more today.',
      retryAfterSeconds: 12 * 60 * 60,
    });
    now += 12 * HOUR_MS;
    expect(await made('192.0.2.1')).toBe(1);
  });

  it('of a /56 are bounded by four times as many, of a /48 and an IPv4 /24 by sixteen times', async () => {
    const inSite = times(9, (at) => `2001:db8:0:1${at.toString(16).padStart(2, '0')}::1`);
    expect(await made(...inSite)).toBe(8);
    const inFirm = times(40, (at) => `2001:db8:1:${at.toString(16)}00::1`);
    expect(await made(...inFirm)).toBe(32);
    expect(await made(...times(40, (at) => `198.51.100.${at}`))).toBe(32);
  });

  it('that are refused at an address take nothing from the networks around it', async () => {
    expect(await made(...times(50, () => '2001:db8::1'))).toBe(2);
    expect(await made(...times(3, (at) => `2001:db8:0:${at + 1}::1`))).toBe(3);
  });

  it('that come to nothing are not counted', async () => {
    const taken = refuse('login_taken', 'The user name is taken.');
    for (let turn = 0; turn < 5; turn += 1)
      expect(await register('192.0.2.1', async () => taken)).toEqual(taken);
    const failed = () => register('192.0.2.1', () => Promise.reject(new Error('the log is away')));
    for (let turn = 0; turn < 5; turn += 1) await expect(failed()).rejects.toThrow('away');
    expect(await made('192.0.2.1', '192.0.2.1', '192.0.2.1')).toBe(2);
  });

  it('let no more than the bound through that come at once', async () => {
    const outcomes = await Promise.all(times(6, () => '192.0.2.1').map((ip) => register(ip)));
    expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(2);
  });

  it('are not bounded by 0, nor for Cairn itself', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      expect(await register('192.0.2.1', async () => 'made', 0)).toBe('made');
      expect(await register(undefined)).toBe('made');
    }
  });
});
