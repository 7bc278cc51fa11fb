import { refuse } from '../base/refusal.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { type BoundOfDay, countingInDay, type CountOfDay } from './counts-of-day.js';

const NOON = Date.parse('2026-03-02T12:00:00.000Z');
const HOUR_MS = 60 * 60 * 1000;
const full = refuse('mail_limit', 'No more today.');
const refused = { ...full, retryAfterSeconds: 12 * 60 * 60 };

describe('what is counted by the day (S47)', () => {
  let engines: Embedded;
  let now: number;
  beforeEach(() => {
    engines = openEmbedded();
    now = NOON;
  });
  afterEach(() => engines.remove());

  const bound = (whose: string, most = 2): BoundOfDay => ({ what: 'things', whose, most, refusal: full });
  const counting = <Outcome>(run: (count: CountOfDay) => Promise<Outcome>) =>
    countingInDay({ ...engines, clock: { now: () => now } }, run);
  const once = (bounds: readonly BoundOfDay[], run: () => Promise<unknown> = async () => 'done') =>
    counting(async (count) => (await count(bounds)) ?? run());
  /** How often it is done, of so many times. */
  const done = async (times: number, ...bounds: readonly BoundOfDay[]): Promise<number> => {
    let count = 0;
    for (let turn = 0; turn < times; turn += 1) if ((await once(bounds)) === 'done') count += 1;
    return count;
  };

  it('is refused beyond the bound until the day is over, and told when that is', async () => {
    expect(await done(2, bound('ada'))).toBe(2);
    const run = jest.fn();
    expect(await once([bound('ada')], run)).toEqual(refused);
    expect(run).not.toHaveBeenCalled();
    expect(await done(1, bound('grace'))).toBe(1);
    now += 12 * HOUR_MS - 1;
    expect(await once([bound('ada')])).toEqual({ ...full, retryAfterSeconds: 1 });
    now += 1;
    expect(await done(3, bound('ada'))).toBe(2);
  });

  it('has a bound for each of what it counts for, and what one refuses is counted for none', async () => {
    expect(await done(5, bound('narrow', 1), bound('wide', 3))).toBe(1);
    expect(await done(5, bound('wide', 3))).toBe(2);
    expect(await done(5, bound('other', 3), bound('wide', 3))).toBe(0);
    expect(await done(5, bound('other', 3))).toBe(3);
    const other: BoundOfDay = { ...bound('narrow', 1), what: 'other things' };
    expect(await done(5, other)).toBe(1);
  });

  it('is given back where it comes to nothing', async () => {
    const nothings = [refuse('conflict', 'no'), { status: 'done', appended: 0, replayed: true }];
    for (const nothing of [...nothings, ...nothings])
      expect(await once([bound('ada')], async () => nothing)).toEqual(nothing);
    for (let turn = 0; turn < 3; turn += 1)
      await expect(once([bound('ada')], () => Promise.reject(new Error('the log is away')))).rejects.toThrow(
        'away',
      );
    expect(await once([bound('ada')], async () => ({ status: 'done', appended: 1 }))).toMatchObject({
      appended: 1,
    });
    expect(await done(3, bound('ada'))).toBe(1);
  });

  it('is counted once where it is decided again, as it is decided then', async () => {
    const again = counting(async (count) => {
      await count([bound('ada')]);
      return (await count([bound('ada')])) ?? (await count([bound('grace')])) ?? 'done';
    });
    expect(await again).toBe('done');
    expect([await done(3, bound('ada')), await done(3, bound('grace'))]).toEqual([2, 1]);
  });

  it('goes not beyond the bound where much comes at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => once([bound('ada')])));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(2);
  });

  it('has no bound where that is 0, and registers do not tell for whom it is', async () => {
    expect(await done(4, bound('nobody', 0))).toBe(4);
    expect(await engines.registers.list('')).toEqual([]);
    await once([bound('ada')]);
    const keys = (await engines.registers.list('')).map(({ key }) => key);
    expect(keys).toEqual([expect.stringMatching(/^things:20514:[\w-]{43}$/)]);
  });

  it('is not done while the registers are away', async () => {
    const run = jest.fn(async () => 'done');
    const registers = { increment: () => Promise.reject(new Error('no registers')) };
    const away = countingInDay(
      { ...engines, registers },
      async (count) => (await count([bound('ada')])) ?? run(),
    );
    await expect(away).rejects.toThrow('no registers');
    expect(run).not.toHaveBeenCalled();
  });
});
