/** What a deed of the model is, and what all of them are made with. */
import type { Facts, MembershipFacts, Name } from './facts.js';
import type { Call } from './system.js';

/** The ids that the names of a sequence stand for. */
export interface Ids {
  readonly idOf: (name: Name) => string;
  /** Of a share: by the asset and the person. */
  readonly shareOf: (asset: Name, person: Name) => string;
  /** When, RFC 3339, as a caller in some time zone writes it. */
  readonly timeOf: (at: number) => string;
}

/** One deed, drawn at random: what it is about is made of the numbers. */
export interface Deed {
  readonly does: string;
  readonly who: number;
  readonly what: number;
  readonly how: number;
  readonly ends: boolean;
}

/** What a deed comes to, given the facts. */
export interface Planned {
  /** In the words of the domain. */
  readonly says: string;
  readonly act:
    | { readonly by: Name; readonly call: (ids: Ids) => Call }
    | { readonly closes: Name; readonly isClosed: boolean }
    | { readonly passes: number };
  /** `done`, or the code of the refusal. */
  readonly expected: string;
  /** The facts when it is done. */
  readonly after: Facts;
  /** The name of what is made. */
  readonly makes?: Name;
}

export const FOUNDER = 'Ada';
/** An administrator of the installation. */
export const SYSTEM = 'the system';
/** In no organization with anybody: what is shared with them waits. */
export const GUEST = 'Gus';
export const PEOPLE = [FOUNDER, 'Ben', 'Cleo', 'Dan', GUEST] as const;
export const HOUR = 3_600_000;

export const pick = <Value>(values: readonly Value[], index: number): Value | undefined =>
  values.length === 0 ? undefined : values[index % values.length];
export const with_ = <Value>(
  map: ReadonlyMap<Name, Value>,
  name: Name,
  value: Value,
): ReadonlyMap<Name, Value> => new Map([...map, [name, value]]);
export const isInForce = (facts: Facts, { until }: Pick<MembershipFacts, 'until'>): boolean =>
  until === undefined || until > facts.now;
export const heldIn = (facts: Facts, person: Name, group: Name): MembershipFacts | undefined =>
  facts.memberships.find((one) => one.person === person && one.group === group);
export const isOpen = (facts: Facts): boolean => facts.organizations.get('firm')?.state === 'open';
export const until = (deed: Deed, facts: Facts): number | undefined =>
  deed.ends ? facts.now + HOUR : undefined;
export const expiry = (at: number | undefined, ids: Ids) =>
  at === undefined ? {} : { expires_at: ids.timeOf(at) };
export const ending = (at: number | undefined): string => (at === undefined ? '' : ' for an hour');

export type Plan = (facts: Facts, deed: Deed) => Planned | undefined;
