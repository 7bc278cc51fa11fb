/** Random sequences of deeds in one firm; after each, what everybody is shown is compared with the reference policy. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Deed, FOUNDER, GUEST, PEOPLE } from './deed.js';
import { deeds } from './deeds.js';
import type { Name } from './facts.js';
import { Look } from './looking.js';
import { wrongInReview, wrongOfThen } from './looking-back.js';
import { Play } from './play.js';
import type { System } from './system.js';

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

/** What there is when a sequence begins: a firm with two teams, a project and two roles of its own, and another organization. */
const begun = async (play: Play): Promise<void> => {
  const named = (name: string) => ({ name, slug: `s${randomUUID()}` });
  await play.make('firm', 'createOrganization', named('Firm'));
  await play.make('branch', 'createOrganization', named('Branch'));
  const organization_id = play.id('firm');
  const role = { name: 'Own', organization_id, permissions: ['datasets:read'] };
  await Promise.all([
    play.make('team', 'createTeam', { ...named('Team'), organization_id }),
    play.make('crew', 'createTeam', { ...named('Crew'), organization_id }),
    play.make('project', 'createProject', { ...named('Project'), organization_id }),
    play.make('annotator', 'createRole', { ...role, slug: 'annotator', scope: 'project' }),
    play.make('clerk', 'createRole', { ...role, slug: 'clerk', scope: 'organization' }),
  ]);
  const [open, within] = [{ state: 'open' } as const, { organization: 'firm', state: 'open' } as const];
  play.facts = {
    ...play.facts,
    organizations: new Map([
      ['firm', open],
      ['branch', open],
    ]),
    teams: new Map([
      ['team', within],
      ['crew', within],
    ]),
    projects: new Map([['project', within]]),
    ownRoles: new Map([
      ['annotator', ['datasets:read']],
      ['clerk', ['datasets:read']],
    ]),
    memberships: [
      { person: FOUNDER, group: 'firm', role: 'org_admin' },
      { person: FOUNDER, group: 'branch', role: 'org_admin' },
      { person: FOUNDER, group: 'project', role: 'project_admin' },
      { person: FOUNDER, group: 'team', role: 'team_admin' },
      { person: FOUNDER, group: 'crew', role: 'team_admin' },
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
/**
 * Ben, Cleo and Dan are members, Dan of the branch too; Ben edits the project, Dan views it, Cleo is in the team that has
 * it; Ben makes a dataset and a model in the project, and a dataset nowhere; he shares the one with the founder, the other
 * with Dan for an hour and with the guest, who has not accepted; he has a key, and the founder one of the firm.
 */
const FIRST: readonly Deed[] = [
  deed('adds', 0, 0, 0),
  deed('adds', 0, 1, 0),
  deed('adds', 0, 2, 0),
  deed('adds', 3, 2, 0),
  deed('adds', 2, 0, 1),
  deed('adds', 2, 2, 0),
  deed('adds', 1, 1, 0),
  deed('gives', 0, 0, 1),
  deed('makes', 1, 2, 1),
  deed('makes', 1, 0, 0),
  deed('makes', 1, 2, 7),
  deed('shareWith', 1, 0, 0),
  { ...deed('shareWith', 1, 1, 3), ends: true },
  deed('shareWith', 1, 1, 4),
  deed('makesKey', 2, 0, 2),
  deed('makesKey', 0, 1, 0),
];

/** So many moments of a sequence are asked for at its end, another few each time. */
const MOMENTS = 2;
let played = 0;
const momentsOf = ({ moments }: Play) =>
  Array.from({ length: MOMENTS }, (_, index) => moments[(played * 5 + index * 7) % moments.length]!);

/** Plays a sequence in a firm of its own. Throws what is not as the policy says, and the story that led to it. */
export const play = async (
  { system, people }: Pick<Cast, 'system' | 'people'>,
  roles: ReadonlyMap<Name, string>,
  sequence: readonly Deed[],
): Promise<void> => {
  const its = new Play(system, people, roles);
  await begun(its);
  const told = (wrong: readonly string[]): void => {
    if (wrong[0] !== undefined) its.wrong(wrong[0]);
  };
  played += 1;
  try {
    for (const each of FIRST) await its.acts(each);
    let turn = played;
    for (const each of sequence)
      if (await its.acts(each)) told(await new Look(its, its.facts, (turn += 1)).around());
    told(await wrongOfThen(its, momentsOf(its)));
    for (const organization of ['firm', 'branch']) told(await wrongInReview(its, organization));
  } finally {
    for (const person of its.facts.closed) await system.close(its.id(person), false);
  }
};
