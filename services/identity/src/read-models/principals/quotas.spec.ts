import { type Plan, type QuotaContent, QuotasChanged } from '@cairn/contracts';
import { unfolded } from '@cairn/kernel';
import { stateAfter } from '@cairn/kernel/testkit';
import { quotasFrom, quotasOfStreams } from './quotas.js';

const CONFIGURED = { datasets: 3, items: 20, bytes: 100 };

describe('S47: the quotas in force', () => {
  const over = (set: Partial<QuotaContent>, plan: Plan = 'free') =>
    quotasFrom({ set: async () => set, planOf: async () => plan }, CONFIGURED);
  const plans = { free: {}, pro: { items: 7 }, enterprise: { bytes: null } };

  it('are those of the configuration, under what is set for accounts, under an override', async () => {
    const set = {
      accounts: { items: 5, bytes: null },
      overrides: [{ user_id: 'ada', items: null, datasets: 9 }],
    };
    expect(await over({}).ofAccount('ada')).toEqual(CONFIGURED);
    expect(await over(set).ofAccount('eve')).toEqual({ datasets: 3, items: 5, bytes: 0 });
    expect(await over(set).ofAccount('ada')).toEqual({ datasets: 9, items: 0, bytes: 0 });
  });

  it('of an organization are those of its plan, under an override; without both it has none', async () => {
    const overrides = [{ organization_id: 'firm', items: 8 }];
    expect(await over({}).ofOrganization('firm')).toBeUndefined();
    expect(await over({ plans }).ofOrganization('firm')).toBeUndefined();
    expect(await over({ plans }, 'pro').ofOrganization('firm')).toEqual({ ...CONFIGURED, items: 7 });
    expect(await over({ plans }, 'enterprise').ofOrganization('firm')).toEqual({ ...CONFIGURED, bytes: 0 });
    expect(await over({ plans, overrides }, 'pro').ofOrganization('firm')).toEqual({
      ...CONFIGURED,
      items: 8,
    });
    expect(await over({ overrides }).ofOrganization('other')).toBeUndefined();
  });

  it('are read from the streams twice a second at most', async () => {
    let [now, reads, items] = [0, 0, 1];
    const streams: Parameters<typeof quotasOfStreams>[0] = {
      current: async (of) => {
        reads += 1;
        const set = QuotasChanged.of({ user_id: 'ada', changes: { accounts: { items } } });
        return { ...unfolded(of), state: stateAfter(of, [set]) };
      },
    };
    const quotas = quotasOfStreams(streams, CONFIGURED, () => now);
    for (let count = 0; count < 9; count += 1) expect((await quotas.ofAccount('ada')).items).toBe(1);
    expect(reads).toBe(1);
    [now, items] = [501, 2];
    expect((await quotas.ofAccount('ada')).items).toBe(2);
  });
});
