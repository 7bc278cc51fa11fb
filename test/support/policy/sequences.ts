/** Random sequences of deeds in one firm; after each, what everybody is shown is compared with the reference policy. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Deed, FOUNDER, GUEST, type Ids, PEOPLE, type Planned, SYSTEM } from './deed.js';
import { deeds } from './deeds.js';
import { type AssetFacts, assetActions, type Facts, type Name, noFacts } from './facts.js';
import { actionsOn } from './policy.js';
import type { ListQuery, System } from './system.js';

const STEPS = 12;

/** A sequence as it is drawn; what is left of one that was made shorter reads the same. */
export const sequences: fc.Arbitrary<readonly Deed[]> = fc.array(
  fc.record({
    does: fc.constantFrom(...Object.keys(deeds)),
    who: fc.nat(19),
    what: fc.nat(19),
    how: fc.nat(19),
    ends: fc.boolean(),
  }),
  { minLength: STEPS, maxLength: STEPS, size: 'max' },
);

/** People are used for some sequences: what they were members of before is over or closed for the others. */
export class Cast {
  private constructor(
    readonly system: System,
    readonly people: ReadonlyMap<Name, string>,
  ) {}

  static async of(system: System): Promise<Cast> {
    const founder = await system.person();
    const people = new Map([[FOUNDER, founder]]);
    for (const name of PEOPLE.slice(1))
      people.set(name, await system.person(name === GUEST ? undefined : founder));
    return new Cast(system, people);
  }
}

/** Times in bodies come in any time zone. */
const ZONES = ['+00:00', '+14:00', '-11:00', '+05:30'] as const;
const inZone = (at: number, zone: string): string => {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  return new Date(at + offset).toISOString().replace('Z', zone);
};

/** One sequence, as far as it has been played. */
class Play {
  readonly #ids: Map<Name, string>;
  readonly #word = `w${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  readonly #story: string[] = [];
  #times = 0;
  facts: Facts;

  constructor(
    private readonly system: System,
    people: ReadonlyMap<Name, string>,
    roles: ReadonlyMap<Name, string>,
  ) {
    this.#ids = new Map([...people, ...roles]);
    this.facts = { ...noFacts, now: system.now() };
  }

  readonly #names: Ids = {
    idOf: (name) =>
      this.#ids.get(name) ?? (name.startsWith('dataset ') ? `${this.#word} ${name}` : this.#lost(name)),
    shareOf: (asset, person) =>
      this.#ids.get(`${asset} with ${person}`) ?? this.#lost(`${asset} with ${person}`),
    timeOf: (at) => inZone(at, ZONES[(this.#times += 1) % ZONES.length]!),
  };
  #lost(name: Name): never {
    throw new Error(`${name} was never made`);
  }

  async make(name: Name, operation: string, body: Parameters<System['call']>[1]['body'] = {}): Promise<void> {
    const founder = this.#names.idOf(FOUNDER);
    const { code, id } = await this.system.call(founder, { operation, body });
    if (code !== 'done') throw new Error(`${operation}: ${code}`);
    this.#ids.set(name, id);
  }
  id(name: Name): string {
    return this.#names.idOf(name);
  }

  /** Plays a deed when it can be done now, and looks around. Throws with the story so far what is not as the policy says. */
  async does(deed: Deed): Promise<void> {
    if (await this.acts(deed)) await this.#compare(this.#story.length % 2);
  }

  /** Only plays it; false when it cannot be done now. */
  async acts(deed: Deed): Promise<boolean> {
    this.facts = { ...this.facts, now: this.system.now() };
    const planned = deeds[deed.does]?.(this.facts, deed);
    if (planned === undefined) return false;
    this.#story.push(planned.says);
    const code = await this.#act(planned);
    if (code !== planned.expected) this.#wrong(`that was answered ${code} instead of ${planned.expected}`);
    this.facts = planned.after;
    return true;
  }

  async #act({ act, makes }: Planned): Promise<string> {
    if ('passes' in act) this.system.pass(act.passes);
    if ('closes' in act) await this.system.close(this.#names.idOf(act.closes), act.isClosed);
    if (!('call' in act)) return 'done';
    const call = act.call(this.#names);
    const told =
      act.by === SYSTEM
        ? await this.system.administer(call)
        : await this.system.call(this.#names.idOf(act.by), call);
    if (told.code === 'done' && makes !== undefined) this.#ids.set(makes, told.id);
    return told.code;
  }

  #wrong(what: string): never {
    const story = this.#story.map((line, index) => `  ${index + 1}. ${line}`);
    throw new Error(`${what}, after:\n${story.join('\n')}`);
  }

  /** What anybody is shown now: each dataset, a search, and one of two lists in turn. */
  async #compare(turn: number): Promise<void> {
    const facts = { ...this.facts, now: this.system.now() };
    const wrong = await Promise.all(PEOPLE.map((person) => this.#seenBy(facts, person, turn)));
    const [first] = wrong.flat();
    if (first !== undefined) this.#wrong(first);
  }

  async #seenBy(facts: Facts, person: Name, turn: number): Promise<readonly string[]> {
    const isLetIn = !facts.closed.has(person);
    const id = this.#names.idOf(person);
    if ((await this.system.isLetIn(id)) !== isLetIn) return [`${person} is${isLetIn ? ' not' : ''} let in`];
    if (!isLetIn) return [];
    const [single, lists] = await Promise.all([
      this.#assets(facts, person),
      this.#lists(facts, person, turn),
    ]);
    return [...single, ...lists];
  }

  async #assets(facts: Facts, person: Name): Promise<readonly string[]> {
    const wrong = [...facts.assets].map(async ([name, asset]) => {
      const told = await this.system.actions(this.#names.idOf(person), this.#ids.get(name) ?? '');
      const may = actionsOn(facts, person, asset);
      const isThere = may.has('read') && asset.deleted !== true;
      const expected = isThere ? assetActions.filter((action) => may.has(action)).join(', ') : 'nothing';
      const actual = told === undefined ? 'nothing' : told.join(', ');
      return actual === expected ? [] : [`${person} may ${actual} instead of ${expected} with ${name}`];
    });
    return (await Promise.all(wrong)).flat();
  }

  #lists(facts: Facts, person: Name, turn: number): Promise<readonly string[]> {
    const isOf = (asset: AssetFacts): boolean => asset.organization !== undefined;
    const isShared = ({ shares }: AssetFacts): boolean =>
      shares.some((share) => share.person === person && share.pending !== true);
    const q = this.#word;
    type Asked = readonly [called: string, query: ListQuery, isMeant: (asset: AssetFacts) => boolean];
    const ofFirm: Asked = ['the list of the firm', { organization_id: this.#names.idOf('firm') }, isOf];
    const shared: Asked = ['what is shared with them', { q, shared_with_me: true }, isShared];
    const asked: readonly Asked[] = [['a search', { q }, () => true], turn === 0 ? ofFirm : shared];
    return Promise.all(
      asked.map(async ([called, query, isMeant]) => {
        const meant = [...facts.assets]
          .filter(([, asset]) => asset.deleted !== true && isMeant(asset))
          .filter(([, asset]) => actionsOn(facts, person, asset).has('read'))
          .map(([name]) => name);
        const { ids, total } = await this.system.list(this.#names.idOf(person), query);
        const names = [...facts.assets.keys()].filter((name) => ids.includes(this.#ids.get(name) ?? ''));
        const found = [...names, ...ids.slice(names.length)];
        if (found.join() !== meant.join())
          return `${called} shows ${person} ${found.join(', ') || 'nothing'} instead of ${meant.join(', ') || 'nothing'}`;
        return total === meant.length
          ? ''
          : `${called} counts ${total} instead of ${meant.length} for ${person}`;
      }),
    ).then((wrong) => wrong.filter((line) => line !== ''));
  }
}

/** What every firm begins with: two members, a project with one, a team with the other, a dataset in the project and one nowhere. */
const begun = async (play: Play): Promise<void> => {
  const slug = () => `s${randomUUID()}`;
  await play.make('firm', 'createOrganization', { name: 'Firm', slug: slug() });
  const organization_id = play.id('firm');
  const role = { name: 'Own', organization_id, permissions: ['datasets:read'] };
  await Promise.all([
    play.make('team', 'createTeam', { name: 'Team', slug: 'team', organization_id }),
    play.make('project', 'createProject', { name: 'Project', slug: 'project', organization_id }),
    play.make('annotator', 'createRole', { ...role, slug: 'annotator', scope: 'project' }),
    play.make('clerk', 'createRole', { ...role, slug: 'clerk', scope: 'organization' }),
  ]);
  play.facts = {
    ...play.facts,
    organizations: new Map([['firm', { state: 'open' }]]),
    teams: new Map([['team', { organization: 'firm', state: 'open' }]]),
    projects: new Map([['project', { organization: 'firm', state: 'open' }]]),
    ownRoles: new Map([
      ['annotator', ['datasets:read']],
      ['clerk', ['datasets:read']],
    ]),
    memberships: [
      { person: FOUNDER, group: 'firm', role: 'org_admin' },
      { person: FOUNDER, group: 'project', role: 'project_admin' },
      { person: FOUNDER, group: 'team', role: 'team_admin' },
    ],
  };
};

const deed = (does: string, who: number, what: number, how: number): Deed => ({
  does,
  who,
  what,
  how,
  ends: false,
});
/** Ben and Cleo are members; Ben edits the project, Cleo is in the team; Ben makes datasets, and shares one. */
const FIRST: readonly Deed[] = [
  deed('adds', 0, 0, 0),
  deed('adds', 0, 1, 0),
  deed('adds', 2, 0, 1),
  deed('adds', 1, 1, 0),
  deed('makes', 1, 2, 1),
  deed('makes', 1, 0, 0),
  deed('makes', 1, 2, 2),
  deed('shareWith', 1, 0, 0),
  deed('shareWith', 1, 0, 3),
];

/** Plays a sequence in a firm of its own. Throws what is not as the policy says, and the story that led to it. */
export const play = async (
  { system, people }: Pick<Cast, 'system' | 'people'>,
  roles: ReadonlyMap<Name, string>,
  sequence: readonly Deed[],
): Promise<void> => {
  const its = new Play(system, people, roles);
  await begun(its);
  try {
    for (const each of FIRST) await its.acts(each);
    for (const each of sequence) await its.does(each);
  } finally {
    for (const person of its.facts.closed) await system.close(its.id(person), false);
  }
};
