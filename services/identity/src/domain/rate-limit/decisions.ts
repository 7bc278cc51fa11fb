import {
  type PlanRates,
  type Rate,
  type RateLimitChanges,
  type RateLimitContent,
  rateLimitEvents,
  type RateOverride,
  type WantedRate,
} from '@cairn/contracts';
import {
  changedFields,
  type Decision,
  type FieldError,
  Network,
  type Principal,
  type Refusal,
  refuse,
} from '@cairn/kernel';
import type { RateLimitState } from './state.js';

const { RateLimitsBegun, RateLimitsChanged } = rateLimitEvents;
const MINUTE_SECONDS = 60;

/** Sets what is named. The first change begins the stream, so that no revision is that of what was never set. */
export const decideChangeRateLimits = (
  state: RateLimitState,
  body: RateLimitChanges,
  { userId, administrator }: Pick<Principal, 'userId' | 'administrator'>,
): Decision => {
  if (!administrator) return refuse('forbidden', 'Only an administrator may do that.');
  const refusal = refusalOf(body.overrides ?? []);
  if (refusal !== undefined) return refusal;
  const wanted = wantedIn(state.set, body);
  const changes = changedFields<Partial<RateLimitContent>>(state.set, wanted);
  if (Object.keys(changes).length === 0) return [];
  return [
    ...(state.begun ? [] : [RateLimitsBegun.of({})]),
    RateLimitsChanged.of({ user_id: userId, changes }),
  ];
};

/** What is named, each as a whole. */
const wantedIn = (
  set: Partial<RateLimitContent>,
  { plans, overrides, ...others }: RateLimitChanges,
): Partial<RateLimitContent> => {
  const named = Object.entries(others).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? rateOf(value, before(set, name)) : value,
  ]);
  return {
    ...(Object.fromEntries(named) as Partial<RateLimitContent>),
    ...(plans === undefined ? {} : { plans: plansOf(set.plans ?? NO_PLANS, plans) }),
    ...(overrides === undefined ? {} : { overrides: overrides.map(overrideOf) }),
  };
};

const before = (set: Partial<RateLimitContent>, name: string): Rate | undefined =>
  set[name as 'login'] ?? undefined;

/** `burst` is kept where none is named, and taken away by null. */
const rateOf = ({ requests, window_seconds, burst }: WantedRate, known?: Rate): Rate => ({
  requests,
  window_seconds: window_seconds ?? known?.window_seconds ?? MINUTE_SECONDS,
  burst: burst === undefined ? (known?.burst ?? null) : burst,
});

const NO_PLANS: RateLimitContent['plans'] = { free: {}, pro: {}, enterprise: {} };

const plansOf = (
  known: RateLimitContent['plans'],
  wanted: NonNullable<RateLimitChanges['plans']>,
): RateLimitContent['plans'] => ({
  ...known,
  ...Object.fromEntries(Object.entries(wanted).map(([name, rates]) => [name, ratesOf(rates)])),
});

const ratesOf = (wanted: Readonly<Record<string, WantedRate>>): PlanRates =>
  Object.fromEntries(Object.entries(wanted).map(([name, rate]) => [name, rateOf(rate)]));

type WantedOverride = NonNullable<RateLimitChanges['overrides']>[number];

const overrideOf = (wanted: WantedOverride): RateOverride => ({
  ...subjectOf(wanted),
  class: wanted.class,
  ...rateOf(wanted),
  ...(wanted.expires_at === undefined ? {} : { expires_at: new Date(wanted.expires_at).toISOString() }),
});

const SUBJECTS = ['user_id', 'organization_id', 'api_key_id', 'ip_cidr'] as const;

const subjectOf = (wanted: WantedOverride): Pick<RateOverride, (typeof SUBJECTS)[number]> =>
  Object.fromEntries(SUBJECTS.flatMap((name) => (wanted[name] === undefined ? [] : [[name, wanted[name]]])));

const refusalOf = (overrides: readonly WantedOverride[]): Refusal | undefined => {
  const known = new Set<string>();
  const errors = overrides.flatMap((override, index) => {
    const error = errorOf(override, known);
    return error === undefined ? [] : [{ pointer: `/overrides/${index}${error.at}`, ...error.error }];
  });
  return errors.length === 0
    ? undefined
    : refuse('invalid_body', 'Some of the overrides cannot be accepted.', errors);
};

interface WrongOverride {
  readonly at: string;
  readonly error: FieldError;
}

const wrong = (at: string, code: string, message: string): WrongOverride => ({
  at,
  error: { code, message },
});

/** The same for the same subject; `undefined` for what is no network. */
const writtenAlike = (name: (typeof SUBJECTS)[number], value: string): string | undefined =>
  name === 'ip_cidr' ? Network.parse(value)?.text : value.toLowerCase();

/** What is wrong with an override; `known` has those before it. */
const errorOf = (override: WantedOverride, known: Set<string>): WrongOverride | undefined => {
  const [name, ...others] = SUBJECTS.filter((each) => override[each] !== undefined);
  if (name === undefined || others.length > 0)
    return wrong('', 'subject', `names one of ${SUBJECTS.join(', ')}`);
  const named = writtenAlike(name, override[name] ?? '');
  if (named === undefined) return wrong('/ip_cidr', 'format', 'is no address and no network');
  const subject = `${name} ${named} ${override.class}`;
  if (known.has(subject)) return wrong('', 'duplicate', 'stands here twice');
  known.add(subject);
  return undefined;
};
