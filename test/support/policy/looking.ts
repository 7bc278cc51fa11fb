/** What everybody is shown after a deed, held against the reference policy. */
import { PEOPLE } from './deed.js';
import {
  type AssetAction,
  assetActions,
  type AssetFacts,
  type AssetKind,
  assetKinds,
  type Facts,
  type Name,
  type ShareFacts,
} from './facts.js';
import { hasScope, isGood, keyActionsOn } from './key-policy.js';
import { kindOf, type Play } from './play.js';
import { actionsOn, isIn, isInForce } from './policy.js';
import type { ListQuery, Row, Shown } from './system.js';

/** Who looks: a person, or a key with what its owner has. */
interface Onlooker {
  readonly name: Name;
  /** Whose rights they are. */
  readonly person: Name;
  readonly isLetIn: boolean;
  readonly may: (asset: AssetFacts) => ReadonlySet<AssetAction>;
  /** Whether lists of a kind are open to it. */
  readonly lists: (kind: AssetKind) => boolean;
}

const onlookersIn = (facts: Facts): readonly Onlooker[] => [
  ...PEOPLE.map((name) => ({
    name,
    person: name,
    isLetIn: !facts.closed.has(name),
    may: (asset: AssetFacts) => actionsOn(facts, name, asset),
    lists: () => true,
  })),
  ...[...facts.keys].map(([name, key]) => ({
    name,
    person: key.owner,
    isLetIn: isGood(facts, key),
    may: (asset: AssetFacts) => keyActionsOn(facts, key, asset),
    lists: (kind: AssetKind) => hasScope(key, `${kind}s:read`),
  })),
];

const spelt = (all: Iterable<string> | undefined): string =>
  all === undefined ? 'nothing' : [...all].join(', ') || 'nothing';
const isSeen = (may: ReadonlySet<AssetAction>, { deleted }: AssetFacts): boolean =>
  may.has('read') && deleted !== true;
/** The share that shows somebody an asset. */
const shareWith = (facts: Facts, person: Name, { owner, shares }: AssetFacts): ShareFacts | undefined =>
  owner === person
    ? undefined
    : shares.find((share) => share.person === person && share.pending !== true && isInForce(facts, share));
const asShown = (share: ShareFacts | undefined): string => (share === undefined ? '' : ` by ${share.role}`);
const told = ({ shared_with_me, share_role = '' }: Shown): string =>
  shared_with_me ? ` by ${share_role}` : '';

/** One look around, of one kind after the other: what is not as the policy says. */
export class Look {
  constructor(
    private readonly play: Play,
    private readonly facts: Facts,
    /** Counts up: what is asked in turn. */
    private readonly turn: number,
  ) {}

  async around(): Promise<readonly string[]> {
    const all = await Promise.all(onlookersIn(this.facts).map((who) => this.#seenBy(who)));
    return [...all.flat(), ...(await this.#whoSees())];
  }

  async #seenBy(who: Onlooker): Promise<readonly string[]> {
    const isLetIn = await this.play.system.isLetIn(this.play.id(who.name));
    if (isLetIn !== who.isLetIn) return [`${who.name} is${who.isLetIn ? ' not' : ''} let in`];
    if (!isLetIn) return [];
    const all = await Promise.all([
      ...[...this.facts.assets].map(([name, asset]) => this.#single(who, name, asset)),
      ...this.#lists().map((asked) => this.#list(who, ...asked)),
      this.#count(who, this.#kind()),
    ]);
    return all.flat();
  }

  /** As it is read, and as it is explained to them. */
  async #single(who: Onlooker, name: Name, asset: AssetFacts): Promise<readonly string[]> {
    const { play, facts } = this;
    const [id, its] = [play.id(who.name), play.asset(name)];
    const may = who.may(asset);
    const isThere = isSeen(may, asset);
    const read = await play.system.read(id, its);
    const expected = isThere ? `it${asShown(shareWith(facts, who.person, asset))}` : 'nothing';
    const actual = read === undefined ? 'nothing' : `it${told(read)}`;
    const wrong =
      actual === expected ? [] : [`${who.name} reads ${actual} instead of ${expected} of ${name}`];
    return [...wrong, ...(await this.#explained(who, name, asset))];
  }

  /** Whoever sees something is told what they may, also by a key of theirs. */
  async #explained(who: Onlooker, name: Name, asset: AssetFacts): Promise<readonly string[]> {
    const { play, facts } = this;
    const isKey = who.name !== who.person;
    const about = isKey ? { api_key_id: play.id(who.name) } : { user_id: play.id(who.name) };
    const actions = await play.system.actions(play.id(who.person), play.asset(name), about);
    const isTold = isSeen(actionsOn(facts, who.person, asset), asset);
    const may = who.may(asset);
    const expected = isTold ? spelt(assetActions.filter((action) => may.has(action))) : 'not told';
    const actual = actions === undefined ? 'not told' : spelt(actions);
    return actual === expected ? [] : [`${who.name} may ${actual} instead of ${expected} with ${name}`];
  }

  /** The kinds take turns. */
  #kind(further = 0): AssetKind {
    return assetKinds[(this.turn + further) % assetKinds.length]!;
  }

  /** Two searches and two of the other lists. */
  #lists(): readonly (readonly [AssetKind, ListQuery, (asset: AssetFacts, person: Name) => boolean])[] {
    const { play, facts } = this;
    const q = play.word;
    const [firm, branch, project] = [play.id('firm'), play.id('branch'), play.id('project')];
    const isShared = (asset: AssetFacts, person: Name) => shareWith(facts, person, asset) !== undefined;
    const others: readonly (readonly [ListQuery, (asset: AssetFacts, person: Name) => boolean])[] = [
      [{ organization_id: firm }, ({ organization }) => organization === 'firm'],
      [{ q, shared_with_me: true }, isShared],
      [{ project_id: project }, (asset) => asset.project === 'project'],
      [{ q, shared_with_me: false }, ({ owner }, person) => owner === person],
      [{ organization_id: branch }, ({ organization }) => organization === 'branch'],
      [{ q, public: true }, ({ visibility }) => visibility === 'public'],
    ];
    const [kind, other] = [this.#kind(), this.#kind(1)];
    const at = (index: number) => others[(this.turn + index) % others.length]!;
    return [
      [kind, { q }, () => true],
      [kind, ...at(0)],
      [other, ...at(3)],
    ];
  }

  async #list(
    who: Onlooker,
    kind: AssetKind,
    query: ListQuery,
    isMeant: (asset: AssetFacts, person: Name) => boolean,
  ): Promise<readonly string[]> {
    if (!who.lists(kind)) return [];
    const { play, facts } = this;
    const expected = [...facts.assets]
      .filter(([name, asset]) => kindOf(name) === kind && isMeant(asset, who.person))
      .filter(([, asset]) => isSeen(who.may(asset), asset))
      .map(([name, asset]) => `${name}${asShown(shareWith(facts, who.person, asset))}`);
    const { shown, total } = await play.system.list(play.id(who.name), kind, query);
    const actual = shown.map((one) => `${play.nameOf(one.id) ?? one.id}${told(one)}`);
    const called = `the list of ${kind}s of ${Object.keys(query).join(' and ')}`;
    if (actual.join() !== expected.join())
      return [`${called} shows ${who.name} ${spelt(actual)} instead of ${spelt(expected)}`];
    return total === expected.length
      ? []
      : [`${called} counts ${total} instead of ${expected.length} for ${who.name}`];
  }

  async #count(who: Onlooker, kind: AssetKind): Promise<readonly string[]> {
    const { play, facts } = this;
    const expected = [...facts.assets].filter(
      ([name, asset]) =>
        kindOf(name) === kind && asset.project === 'project' && isSeen(who.may(asset), asset),
    ).length;
    const actual = await play.system.count(play.id(who.name), kind, play.id('project'));
    return actual === expected
      ? []
      : [`the project counts ${actual} ${kind}s instead of ${expected} for ${who.name}`];
  }

  /** One asset in turn, asked by who may share it. */
  async #whoSees(): Promise<readonly string[]> {
    const { facts, play, turn } = this;
    const all = [...facts.assets].filter(([, { deleted }]) => deleted !== true);
    const found = all[turn % Math.max(all.length, 1)];
    if (found === undefined) return [];
    const [name, asset] = found;
    const asked = PEOPLE.map(async (person) => {
      const rows = facts.closed.has(person)
        ? undefined
        : await play.system.whoSees(play.id(person), play.asset(name));
      const isTold = actionsOn(facts, person, asset).has('share');
      if (isTold !== (rows !== undefined))
        return [`${person} is${isTold ? ' not' : ''} told who sees ${name}`];
      return rows === undefined ? [] : this.#wrongRows(name, asset, rows);
    });
    return (await Promise.all(asked)).flat();
  }

  /** Whoever sees it stands there, if only among all of an organization, or everybody; and nobody else. */
  #wrongRows(name: Name, asset: AssetFacts, rows: readonly Row[]): readonly string[] {
    const { facts, play } = this;
    const { organization, visibility } = asset;
    const isOrganizations =
      organization !== undefined &&
      facts.organizations.get(organization)?.state === 'open' &&
      (visibility === 'org' || visibility === 'public');
    const wide = rows.filter(({ kind }) => kind !== 'person').map(({ kind }) => kind);
    const expected = [
      ...(isOrganizations ? ['organization'] : []),
      ...(visibility === 'public' ? ['everybody'] : []),
    ];
    if (wide.sort().join() !== expected.sort().join())
      return [`${name} is seen by ${spelt(wide)} instead of ${spelt(expected)}`];
    return PEOPLE.flatMap((person) => {
      const may = actionsOn(facts, person, asset);
      const row = rows.find(({ id }) => id === play.id(person));
      const isCovered = visibility === 'public' || (isOrganizations && isIn(facts, person, organization));
      const actual = spelt(row?.actions);
      const meant = spelt(assetActions.filter((action) => may.has(action)));
      return actual === meant || (row === undefined && isCovered)
        ? []
        : [`${name} is told to be seen by ${person} for ${actual} instead of ${meant}`];
    });
  }
}
