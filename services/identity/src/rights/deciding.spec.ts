import type { Aggregate } from '@cairn/kernel';
import { ORG_MEMBER, systemRole } from '../domain/role/system-roles.js';
import { ADA, FIRM, GRACE, NOW, PROJECT, SOON, Told } from '../testing/told.js';
import { project } from '../domain/project/state.js';
import { decided } from './deciding.js';
import { rightsFrom } from './rights.js';
import type { Tips } from './tips.js';

describe('what is decided on states', () => {
  const told = new Told().account(ADA).account(GRACE).firm().project();
  told.member(ADA, 'organization', ORG_MEMBER.id);
  told.member(ADA, 'project', systemRole('project_viewer').id, { expires_at: SOON });
  const placed = { userId: GRACE, organizationId: FIRM, projectId: PROJECT };

  /** What was read once is at hand, but for streams of some category. */
  const following = (without: string): Tips => {
    const read = new Map<string, unknown>();
    return {
      current: async <State>(aggregate: Aggregate<State>, id: string) => {
        const found = await told.streams.current(aggregate, id);
        read.set(`${aggregate.category} ${id}`, found.state);
        return found;
      },
      known: <State>({ category }: Aggregate<State>, id: string) =>
        category === without ? undefined : (read.get(`${category} ${id}`) as State | undefined),
    };
  };

  it('is there at once where all states are at hand, and the same', async () => {
    const rights = rightsFrom(following(''), { now: () => NOW });
    const coming = rights.standing(ADA, placed);
    expect(coming).toBeInstanceOf(Promise);
    const first = await coming;
    expect(rights.standing(ADA, placed)).toEqual(first);
    expect(first).toEqual(await told.rights.standing(ADA, placed));
    expect(first.grants).toHaveLength(2);
  });

  it.each(['user', 'membership', 'organization', 'project'])(
    'is the same where states of the category %s are read each time',
    async (category) => {
      const rights = rightsFrom(following(category), { now: () => NOW });
      await rights.standing(ADA, placed);
      const again = rights.standing(ADA, placed);
      expect(again).toBeInstanceOf(Promise);
      expect(await again).toEqual(await told.rights.standing(ADA, placed));
    },
  );

  it('asks for the owner where it matters who that is, and for a stream once', async () => {
    const asksOf = async (who: string): Promise<readonly string[]> => {
      told.asked.length = 0;
      await told.rights.standing(who, placed);
      return told.asked.filter((stream) => stream === `user-${GRACE}`);
    };
    expect([await asksOf(ADA), await asksOf(GRACE)]).toEqual([[], [`user-${GRACE}`]]);
  });

  it('begins anew with what was lacking', async () => {
    const rounds: string[] = [];
    const status = decided(told.streams, (states) => {
      const { status: its } = states.of(project, PROJECT);
      rounds.push(its);
      return its;
    });
    expect(await status).toBe('live');
    expect(rounds).toEqual(['none', 'live']);
  });
});
