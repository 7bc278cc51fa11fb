import { patience } from '@cairn/kernel';
import { decidedWithinMs, keyHeldMs, limitsOf } from './limits.js';

describe('limits', () => {
  it('wait < command < idempotency lease, also of many rows, whatever the patience', () => {
    const limits = limitsOf();
    expect(limits.lagMs).toBe(2_000 * patience());
    for (const operation of [{}, { takesLong: true }] as const) {
      const withinMs = decidedWithinMs(operation, limits);
      expect(withinMs).toBeGreaterThan(limits.lagMs);
      expect(keyHeldMs(withinMs)).toBeGreaterThan(withinMs + limits.lagMs);
    }
  });

  it.each([{ commandMs: 2_000 }, { lagMs: 10_000 }, { longMs: 1_000 }, { lagMs: 25_000, commandMs: 30_000 }])(
    'refuse %j',
    (given) => {
      const here = Object.fromEntries(Object.entries(given).map(([name, ms]) => [name, ms * patience()]));
      expect(() => limitsOf(here)).toThrow('wait < command < idempotency lease does not hold');
    },
  );

  it('are what a gateway is told instead', () => {
    expect(limitsOf({ lagMs: 50, inFlight: 4 })).toMatchObject({ lagMs: 50, inFlight: 4, heavyReads: 8 });
  });
});
