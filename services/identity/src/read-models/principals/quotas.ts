import type { Plan, QuotaContent, SomeQuotaBounds } from '@cairn/contracts';
import type { Clock, Quotas, QuotasInForce, Streams } from '@cairn/kernel';
import { organization, type OrganizationState } from '../../domain/organization/state.js';
import { QUOTAS, quota } from '../../domain/quota/state.js';
import { LeastRecentlyUsed } from './least-recently-used.js';

/** What quotas are made of, as it is now. */
export interface QuotaSources {
  set(this: void): Promise<Partial<QuotaContent>>;
  planOf(this: void, organizationId: string): Promise<Plan | undefined>;
}

export const planIn = (state: OrganizationState): Plan | undefined =>
  'content' in state ? state.content.plan : undefined;

/** An override counts before a plan, a plan before what is set for all, that before the configuration. */
export const quotasFrom = ({ set, planOf }: QuotaSources, configured: Quotas): QuotasInForce => ({
  ofAccount: async (userId) => {
    const { accounts = {}, overrides = [] } = await set();
    const override = overrides.find(({ user_id }) => user_id === userId) ?? {};
    return boundsOf(configured, accounts, override);
  },
  ofOrganization: async (organizationId) => {
    const { plans = {}, overrides = [] } = await set();
    const override = overrides.find(({ organization_id }) => organization_id === organizationId) ?? {};
    const ofPlan = await boundsOfPlan(plans, () => planOf(organizationId));
    return hasSome(ofPlan) || hasSome(override) ? boundsOf(configured, ofPlan, override) : undefined;
  },
});

/** The plan is asked for only where one has bounds. */
const boundsOfPlan = async (
  plans: Partial<QuotaContent['plans']>,
  planOf: () => Promise<Plan | undefined>,
): Promise<SomeQuotaBounds> => {
  const plan = Object.values(plans).some(hasSome) ? await planOf() : undefined;
  return (plan && plans[plan]) ?? {};
};

const BOUNDS = ['datasets', 'items', 'bytes'] as const;

const hasSome = (bounds: SomeQuotaBounds): boolean => BOUNDS.some((name) => bounds[name] !== undefined);

const boundsOf = (configured: Quotas, ...over: readonly SomeQuotaBounds[]): Quotas => {
  const bound = (name: (typeof BOUNDS)[number]): number => {
    const said = over.findLast((bounds) => bounds[name] !== undefined);
    return said === undefined ? configured[name] : (said[name] ?? 0);
  };
  return { datasets: bound('datasets'), items: bound('items'), bytes: bound('bytes') };
};

/** So old may be what is known, so that not every event that is appended asks the log. */
const RECENT_MS = 500;
const MOST = 10_000;

/** By the streams, at most half a second old. */
export const quotasOfStreams = (
  streams: Pick<Streams, 'current'>,
  configured: Quotas,
  monotonic: Clock['now'] = () => performance.now(),
): QuotasInForce => {
  const set = recent(async () => (await streams.current(quota, QUOTAS)).state.set, monotonic);
  const plan = recent(async (id) => planIn((await streams.current(organization, id)).state), monotonic);
  return quotasFrom({ set: () => set(''), planOf: plan }, configured);
};

const recent = <Value>(
  read: (id: string) => Promise<Value>,
  monotonic: Clock['now'],
): ((id: string) => Promise<Value>) => {
  const known = new LeastRecentlyUsed<{ readonly value: Promise<Value>; readonly at: number }>(MOST);
  return (id) => {
    const last = known.get(id);
    const at = monotonic();
    if (last !== undefined && at - last.at <= RECENT_MS) return last.value;
    const value = read(id);
    known.set(id, { value, at });
    value.catch(() => known.delete(id));
    return value;
  };
};
