import { type Principal, START } from '@cairn/kernel';
import { organizationById, projectById, teamById } from '../read-models/groups/queries.js';
import { membersOf } from '../read-models/groups/members.js';
import { asking, found, startWithPeople, type WithPeople } from '../testing/asking.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('a membership of an organization that is over', () => {
  let under: WithPeople['under'];
  let its: WithPeople['its'];
  let grace: Principal;
  let ada: Principal;
  let firm: string;
  let team: string;
  let project: string;
  let end: string;
  const inDays = (days: number): string => new Date(under.clock.now() + days * DAY_MS).toISOString();
  beforeEach(async () => {
    ({ under, its, grace, ada } = await startWithPeople());
    firm = await its.firm(grace);
    team = await its.team(grace, firm);
    project = await its.project(grace, firm);
    end = inDays(1);
    await its.join(grace, firm, ada, 'org_member', { member_until: end });
    const named = { user_id: ada.userId };
    await under.done('addTeamMember', { id: team, body: named }, { principal: grace });
    const administers = { ...named, role_slug: 'project_admin', expires_at: inDays(9) };
    await under.done('addProjectMember', { id: project, body: administers }, { principal: grace });
  });
  afterEach(() => under.remove());
  const { reading, refusal } = asking(() => under);

  const counts = async (): Promise<readonly unknown[]> => {
    const all = await Promise.all([
      found(organizationById(reading(grace), firm)),
      found(teamById(reading(grace), team)),
      found(projectById(reading(grace), project)),
    ]);
    return all.map((one) => (one as { member_count: number }).member_count);
  };
  const until = async (expected: readonly number[]): Promise<void> => {
    for (let tries = 0; tries < 250; tries += 1) {
      if (JSON.stringify(await counts()) === JSON.stringify(expected)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await counts()).toEqual(expected);
  };

  it('is over in its teams and projects too: in counts and lists', async () => {
    expect(await counts()).toEqual([2, 2, 2]);
    under.ahead(DAY_MS + 1);
    await until([1, 1, 1]);
    for (const group of [
      { kind: 'team', id: team },
      { kind: 'project', id: project },
    ] as const)
      expect(await membersOf(reading(grace), group, { limit: 10, sort: 'created_at' })).toMatchObject({
        elements: [{ user_id: grace.userId }],
        total: 1,
      });
  });

  it('ends what is within it at its own end, though that would go on', async () => {
    under.ahead(DAY_MS + 1);
    await until([1, 1, 1]);
    const { events } = await under.log.readAll({ after: START, categories: ['membership'], limit: 100 });
    const ended = events.filter(({ type }) => type === 'identity.membership.ended.v1');
    expect(ended.map(({ data }) => data)).toMatchObject([
      { group_id: team, reason: 'expired', expires_at: end },
      { group_id: project, reason: 'expired', expires_at: end },
      { group_id: firm, reason: 'expired', expires_at: end },
    ]);
  });

  it('gives nothing of what was held before to who comes back', async () => {
    under.ahead(DAY_MS + 1);
    // At once, whether or not the timer was there before.
    await its.join(grace, firm, ada);
    const rename = { id: project, body: { name: 'mine' } };
    expect(await refusal(ada, 'updateProject', rename)).toBe('not_found');
    expect(await teamById(reading(ada), team)).toBeUndefined();
    await until([2, 1, 1]);
  });
});
