import {
  type QuotaChanges,
  type QuotaContent,
  quotaEvents,
  type QuotaOverride,
  type SomeQuotaBounds,
} from '@cairn/contracts';
import {
  changedFields,
  type Decision,
  type FieldError,
  type Principal,
  type Refusal,
  refuse,
} from '@cairn/kernel';
import type { QuotaState } from './state.js';

const { QuotasBegun, QuotasChanged } = quotaEvents;

/** Sets what is named. The first change begins the stream, so that no revision is that of what was never set. */
export const decideChangeQuotas = (
  state: QuotaState,
  body: QuotaChanges,
  { userId, administrator }: Pick<Principal, 'userId' | 'administrator'>,
): Decision => {
  if (!administrator) return refuse('forbidden', 'Only an administrator may do that.');
  const refusal = refusalOf(body.overrides ?? []);
  if (refusal !== undefined) return refusal;
  const changes = changedFields<Partial<QuotaContent>>(state.set, wantedIn(state.set, body));
  if (Object.keys(changes).length === 0) return [];
  return [...(state.begun ? [] : [QuotasBegun.of({})]), QuotasChanged.of({ user_id: userId, changes })];
};

const wantedIn = (
  set: Partial<QuotaContent>,
  { accounts, plans, overrides }: QuotaChanges,
): Partial<QuotaContent> => ({
  ...(accounts === undefined ? {} : { accounts: { ...set.accounts, ...boundsOf(accounts) } }),
  ...(plans === undefined ? {} : { plans: plansOf(set.plans ?? NO_PLANS, plans) }),
  ...(overrides === undefined ? {} : { overrides: overrides.map(overrideOf) }),
});

const NO_PLANS: QuotaContent['plans'] = { free: {}, pro: {}, enterprise: {} };
const BOUNDS = ['bytes', 'items', 'datasets'] as const;

/** The bounds that are named; 0 and null are alike. */
const boundsOf = (wanted: SomeQuotaBounds): SomeQuotaBounds =>
  Object.fromEntries(
    BOUNDS.flatMap((name) =>
      wanted[name] === undefined ? [] : [[name, wanted[name] === 0 ? null : wanted[name]]],
    ),
  );

const plansOf = (
  known: QuotaContent['plans'],
  wanted: NonNullable<QuotaChanges['plans']>,
): QuotaContent['plans'] => ({
  ...known,
  ...Object.fromEntries(Object.entries(wanted).map(([name, bounds]) => [name, boundsOf(bounds)])),
});

const overrideOf = (wanted: QuotaOverride): QuotaOverride => ({
  ...(wanted.user_id === undefined ? {} : { user_id: wanted.user_id }),
  ...(wanted.organization_id === undefined ? {} : { organization_id: wanted.organization_id }),
  ...boundsOf(wanted),
});

const refusalOf = (overrides: readonly QuotaOverride[]): Refusal | undefined => {
  const known = new Set<string>();
  const errors = overrides.flatMap((override, index): readonly FieldError[] => {
    const [id, ...others] = [override.user_id, override.organization_id].filter((each) => each !== undefined);
    const pointer = `/overrides/${index}`;
    if (id === undefined || others.length > 0)
      return [{ pointer, code: 'subject', message: 'names one of user_id, organization_id' }];
    if (known.has(id)) return [{ pointer, code: 'duplicate', message: 'stands here twice' }];
    known.add(id);
    return [];
  });
  return errors.length === 0
    ? undefined
    : refuse('invalid_body', 'Some of the overrides cannot be accepted.', errors);
};
