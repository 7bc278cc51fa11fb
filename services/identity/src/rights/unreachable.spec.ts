import { apiKeyEvents, roleEvents, teamEvents } from '@cairn/contracts';
import { type Aggregate, LogUnavailable, type Rights, type Soon } from '@cairn/kernel';
import { apiKey } from '../domain/api-key/state.js';
import { ORG_ADMIN, ORG_MEMBER, systemRole } from '../domain/role/system-roles.js';
import { role } from '../domain/role/state.js';
import { team } from '../domain/team/state.js';
import { ADA, FIRM, GRACE, NOW, PROJECT, ROLE, TEAM, Told } from '../testing/told.js';
import { rightsFrom } from './rights.js';

const TEAM_MEMBER = systemRole('team_member').id;

describe('S18: while streams of a category cannot be read', () => {
  let told: Told;
  const cut = (category: string): Rights =>
    rightsFrom(
      {
        current: async <State>(aggregate: Aggregate<State>, id: string) => {
          if (aggregate.category === category) throw new LogUnavailable('the log cannot be reached');
          return told.streams.current(aggregate, id);
        },
      },
      { now: () => NOW },
    );
  const placed = { userId: GRACE, organizationId: FIRM, projectId: PROJECT };
  const asked: Readonly<Record<string, (rights: Rights) => Soon<unknown>>> = {
    standing: (rights) => rights.standing(ADA, placed),
    inGroup: (rights) => rights.inGroup(ADA, { kind: 'project', id: PROJECT }),
    reach: (rights) => rights.reach(ADA),
    organizationOf: (rights) => rights.organizationOf(PROJECT),
    surroundings: (rights) => rights.surroundings(placed),
    isActive: (rights) => rights.isActive(ADA),
    key: (rights) => rights.key('key'),
  };
  beforeEach(() => {
    told = new Told().account(ADA).account(GRACE).firm().member(GRACE, 'organization', ORG_ADMIN.id);
    const { RoleCreated } = roleEvents;
    const { ApiKeyCreated } = apiKeyEvents;
    told.team().project({ team_id: TEAM, team_role_id: ROLE }).member(ADA, 'organization', ORG_MEMBER.id);
    told.member(ADA, 'team', TEAM_MEMBER);
    told.tell(team as never, TEAM, teamEvents.TeamProjectAdded.of({ project_id: PROJECT }));
    const its = { ...RoleCreated.example, id: ROLE, organization_id: FIRM };
    told.tell(role as never, ROLE, RoleCreated.of(its));
    const key = { ...ApiKeyCreated.example, id: 'key', user_id: ADA };
    told.tell(apiKey as never, 'key', ApiKeyCreated.of(key));
  });

  it.each([
    ['user', ['standing', 'inGroup', 'reach', 'isActive', 'key']],
    ['membership', ['standing', 'inGroup', 'reach']],
    ['organization', ['standing', 'inGroup', 'reach', 'surroundings']],
    ['project', ['standing', 'inGroup', 'reach', 'organizationOf', 'surroundings']],
    ['team', ['standing', 'inGroup', 'reach', 'surroundings']],
    ['role', ['standing', 'inGroup']],
    ['apiKey', ['key']],
  ])('%s: whatever needs them grants nothing, and says so', async (category, needing) => {
    const unavailable: string[] = [];
    for (const [name, ask] of Object.entries(asked)) {
      expect(await ask(cut('none'))).toBeDefined();
      await Promise.resolve(ask(cut(category))).catch((error: unknown) => {
        expect(error).toBeInstanceOf(LogUnavailable);
        unavailable.push(name);
      });
    }
    expect(unavailable).toEqual(needing);
  });
});
