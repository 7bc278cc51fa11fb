/** What is told at the end of a sequence of all that was before: who could do what then, and what a review tells. */
import { FOUNDER, PEOPLE } from './deed.js';
import { assetActions, type AssetFacts, type Facts, type Name } from './facts.js';
import { GROUPS } from './groups.js';
import { keyActionsOn } from './key-policy.js';
import type { Moment, Play } from './play.js';
import { actionsOn } from './policy.js';

const spelt = (all: Iterable<string> | undefined): string =>
  all === undefined ? 'not told' : [...all].join(', ') || 'nothing';
const timeOf = ({ facts: { now } }: Moment): string => new Date(now).toISOString();

/** What a person could do to an asset as it was, and their keys; nothing of what was not there. */
const couldDo = (facts: Facts, name: Name, who: Name): readonly string[] | undefined => {
  const asset = facts.assets.get(name);
  if (asset === undefined || asset.deleted === true) return undefined;
  const key = facts.keys.get(who);
  // A key that is deleted is not there.
  if (key?.state === 'deleted') return undefined;
  const may = key === undefined ? actionsOn(facts, who, asset) : keyActionsOn(facts, key, asset);
  return assetActions.filter((action) => may.has(action));
};

/** Asks of some moments who could do what then: whoever reads it today may ask of themselves, and of their keys. */
export const wrongOfThen = async (play: Play, moments: readonly Moment[]): Promise<readonly string[]> => {
  const { facts, system } = play;
  const seenToday = (who: Name, asset: AssetFacts): boolean =>
    !facts.closed.has(who) && asset.deleted !== true && actionsOn(facts, who, asset).has('read');
  const asked = moments.flatMap((moment) =>
    [...facts.assets].flatMap(([name, asset]) =>
      [...PEOPLE.map((who) => [who, who] as const), ...ownersOfKeys(moment.facts)]
        .filter(([, owner]) => seenToday(owner, asset))
        .map(async ([who, owner]) => {
          const about = who === owner ? { user_id: play.id(who) } : { api_key_id: play.id(who) };
          const as_of = timeOf(moment);
          const told = await system.actions(play.id(owner), play.asset(name), { ...about, as_of });
          const [actual, expected] = [spelt(told), spelt(couldDo(moment.facts, name, who))];
          return actual === expected
            ? []
            : [
                `${who} is told to have been able to ${actual} instead of ${expected} with ${name} at ${as_of}`,
              ];
        }),
    ),
  );
  return (await Promise.all(asked)).flat();
};

const ownersOfKeys = ({ keys }: Facts) => [...keys].map(([name, { owner }]) => [name, owner] as const);

/** Who is named in an organization: as a member of a group of it, or by a share. Others see what everybody sees. */
const namedIn = ({ memberships, assets }: Facts, organization: Name): readonly Name[] => {
  const groups = new Set(
    GROUPS.filter((each) => each.organization === organization).map(({ group }) => group),
  );
  const shares = [...assets.values()].flatMap((asset) =>
    asset.organization === organization ? asset.shares : [],
  );
  const named = [...memberships.filter(({ group }) => groups.has(group)), ...shares].map(
    ({ person }) => person,
  );
  return PEOPLE.filter((who) => named.includes(who));
};

/** What some could do to what is in it, spelt: another text where somebody gained or lost something. */
const heldIn = (facts: Facts, organization: Name, who: readonly Name[]): ReadonlyMap<Name, string> => {
  const held = (name: Name) => (one: Name) => `${one}: ${couldDo(facts, name, one)?.join(', ') ?? ''}`;
  const its = [...facts.assets].filter(([, asset]) => asset.organization === organization);
  return new Map(its.map(([name]) => [name, who.map(held(name)).join('; ')] as const));
};

const isChanged = (before: Facts, after: Facts, organization: Name): boolean => {
  const who = [...namedIn(before, organization), ...namedIn(after, organization)];
  const [then, now] = [heldIn(before, organization, who), heldIn(after, organization, who)];
  return [...new Set([...then.keys(), ...now.keys()])].some((name) => then.get(name) !== now.get(name));
};

/** A review of an organization tells of every deed by which somebody gained or lost what they could do in it. */
export const wrongInReview = async (play: Play, organization: Name): Promise<readonly string[]> => {
  const { moments, system } = play;
  const told = await system.review(play.id(FOUNDER), play.id(organization));
  const isOpen = play.facts.organizations.get(organization)?.state === 'open';
  if (isOpen !== (told !== undefined))
    return [`the review of the ${organization} is${isOpen ? ' not' : ''} told`];
  if (told === undefined) return [];
  return moments.slice(1).flatMap((moment, index) => {
    const before = moments[index]!;
    const [from, to] = [timeOf(before), timeOf(moment)];
    // What came to an end by itself is told when a timer has come to it.
    if (moment.deed === 'waits' || !isChanged(before.facts, moment.facts, organization)) return [];
    return told.some((at) => at > from && at < to)
      ? []
      : [
          `the review of the ${organization} does not tell what ${moment.deed ?? ''} changed between ${from} and ${to}`,
        ];
  });
};
