// Rights are taken at once, and nothing is granted that is not held: S1, S5, S18, S40, SPEC-20 to SPEC-24.
import { assets, datasets, gateway, identity, kernel, services } from './paths.mjs';

const decided = kernel('decide-access.spec.ts');
const model = services('rights-model.spec.ts');

export const rightsBugs = [
  {
    rule: 'SPEC-21',
    bug: 'who has left an organization keeps what is theirs in it',
    file: kernel('decide-access.ts'),
    find: `userId === asset.userId && ownerCounts`,
    replace: `userId === asset.userId`,
    suite: decided,
  },
  {
    rule: 'SPEC-20',
    bug: 'somebody grants more than they hold',
    file: identity('may-in.ts'),
    find: `  permissions.every((each) => scopesCover(held, each) && scopesCover(scopes, each))`,
    replace: `  permissions.every((each) => scopesCover(scopes, each) || held.length > 0)`,
    suite: identity('roles.spec.ts'),
  },
  {
    rule: 'S1',
    bug: 'what a team may see is shown to the whole organization',
    file: assets('visibility.ts'),
    find: `new Set(['org', 'public'])`,
    replace: `new Set(['team', 'org', 'public'])`,
    suite: model,
  },
  {
    rule: 'S18',
    bug: 'the key of a disabled account goes on',
    file: identity('authenticator.ts'),
    find: `if (state.kind !== 'account' || state.disabled) throw new Unauthenticated();`,
    replace: `if (state.kind !== 'account') throw new Unauthenticated();`,
    suite: identity('administering-users.spec.ts'),
  },
  {
    rule: 'SPEC-24',
    bug: 'work may more than the scopes of the key that asked for it',
    file: datasets('requester.ts'),
    find: `const caller = await callerFor({ principal, at, tools }, found);`,
    replace: `const caller = await callerFor({ principal: { ...principal, scopes: ['*:*'] }, at, tools }, found);`,
    suite: datasets('requester.spec.ts'),
  },
  {
    rule: 'S18',
    bug: 'the members of a deleted team keep what the team gave them',
    file: identity('grants.ts'),
    find: `if (!isOpenTeam(team) || team.id !== project.content.team_id) return [];`,
    replace: `if (!('id' in team) || team.id !== project.content.team_id) return [];`,
    suite: model,
  },
  {
    rule: 'S5',
    bug: 'lists show what a role that permits no reading would show',
    file: identity('rights.ts'),
    find: `toBeDecided: hasLeft || mayLack || administered.length > 0`,
    replace: `toBeDecided: hasLeft || administered.length > 0`,
    suite: identity('rights.spec.ts'),
  },
  {
    rule: 'S40',
    bug: 'an import asks once whether it may write',
    file: datasets('run-import.ts'),
    find: `    const parents = unlessRefused(await parentsOf(tools, job));
    if (last`,
    replace: `    const parents = last?.parents ?? unlessRefused(await parentsOf(tools, job));
    if (last`,
    suite: datasets('deleted-meanwhile.spec.ts'),
  },
  {
    rule: 'S40',
    bug: 'a command is sent again under the rights that were proved too long ago',
    file: gateway('served-call.ts'),
    find: `principal: await admitAgain(exchange, found.route, this.dependencies),`,
    replace: `principal: message.principal,`,
    suite: gateway('rights.spec.ts'),
  },
];
