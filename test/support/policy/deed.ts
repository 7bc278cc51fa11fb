/** What a deed of the model is, and what all of them are made with. */
import type { AssetFacts, AssetKind, Facts, MembershipFacts, Name } from './facts.js';
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
    | { readonly accepts: Name; readonly by: Name }
    | { readonly passes: number };
  /** All that stands in the way: it is refused with one of these codes. None: it is done. */
  readonly refusals: readonly string[];
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
export const withAsset = (facts: Facts, name: Name, asset: AssetFacts): Facts => ({
  ...facts,
  assets: with_(facts.assets, name, asset),
});
export const heldIn = (facts: Facts, person: Name, group: Name): MembershipFacts | undefined =>
  facts.memberships.find((one) => one.person === person && one.group === group);
export const until = (deed: Deed, facts: Facts): number | undefined =>
  deed.ends ? facts.now + HOUR : undefined;
export const expiry = (at: number | undefined, ids: Ids) =>
  at === undefined ? {} : { expires_at: ids.timeOf(at) };
export const ending = (at: number | undefined): string => (at === undefined ? '' : ' for an hour');
/** All that is true of what was asked about, said of each: `[code, whether it stands in the way]`. */
export const those = (...all: readonly (readonly [code: string | undefined, is: boolean])[]): string[] =>
  all.flatMap(([code, is]) => (is && code !== undefined ? [code] : []));

/** What refuses a group in a body: one that is not there for who asks looks like one that is not there at all. */
export const asBodySays = (refusal: string | undefined): string | undefined =>
  refusal === 'not_found' ? 'group_unavailable' : refusal;

/** An operation on an asset of some kind: `update`, `Dataset`. */
export const nounOf = ({ kind = 'dataset' }: { readonly kind?: AssetKind | undefined }): string =>
  `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

/** Something of the facts by numbers; `who` is let in. */
export interface OnAsset {
  readonly who: Name;
  readonly name: Name;
  readonly asset: AssetFacts;
}
/** Somebody who is let in, and an asset: what becomes of a deed is what the policy says. */
export const onAsset = (facts: Facts, deed: Deed): OnAsset | undefined => {
  const who = pick(PEOPLE, deed.who)!;
  const name = pick([...facts.assets.keys()], deed.what);
  const asset = name === undefined ? undefined : facts.assets.get(name);
  return facts.closed.has(who) || name === undefined || asset === undefined
    ? undefined
    : { who, name, asset };
};
/** The same, of an asset that is not deleted. */
export const onLive = (facts: Facts, deed: Deed): OnAsset | undefined => {
  const found = onAsset(facts, deed);
  return found?.asset.deleted === true ? undefined : found;
};

export type Plan = (facts: Facts, deed: Deed) => Planned | undefined;
