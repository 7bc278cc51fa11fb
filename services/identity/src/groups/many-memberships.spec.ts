import { freshId, type Principal, streamOf } from '@cairn/kernel';
import { membership } from '../domain/membership/state.js';
import { organizationsFor, projectsFor } from '../read-models/groups/lists.js';
import { organizationById } from '../read-models/groups/queries.js';
import { asking, found, startWithPeople, type WithPeople } from '../testing/asking.js';

const page = { limit: 10, sort: 'created_at' };
/** More than are read at a time. */
const MANY = 1_001;
const AT_ONCE = 500;

describe('somebody who is in a thousand projects and more', () => {
  let under: WithPeople['under'];
  let its: WithPeople['its'];
  let grace: Principal;
  let ada: Principal;
  let firm: string;
  /** Grants of projects, after the last one of the person. */
  const grant = async (count: number): Promise<void> => {
    const stream = streamOf(membership, ada.userId);
    const last = (await under.log.read(stream)).at(-1)!;
    const { revision, hash, metadata, type } = last;
    const granted = { ...(last.data as object), group_kind: 'project' };
    const events = Array.from({ length: count }, () => ({
      id: freshId(),
      type,
      data: { ...granted, group_id: freshId() },
      metadata: { ...metadata, command: freshId() },
    }));
    await under.log.append({ stream, expected: { revision, hash }, events });
  };
  beforeAll(async () => {
    ({ under, its, grace, ada } = await startWithPeople());
    firm = await its.firm(grace);
    await its.join(grace, firm, ada);
    for (let done = 0; done < MANY; done += AT_ONCE) await grant(Math.min(AT_ONCE, MANY - done));
  });
  afterAll(() => under.remove());
  const { reading } = asking(() => under);

  it('is told of what came last', async () => {
    const own = await its.firm(ada, 'own');
    const project = await its.project(ada, own);
    const firms = await organizationsFor(reading(ada), page);
    expect(firms.elements.map(({ id }) => id)).toEqual([firm, own]);
    expect((await projectsFor(reading(ada), page)).elements.map(({ id }) => id)).toEqual([project]);
  });

  it('leaves an organization, and all of its projects, at once', async () => {
    const leave = { id: firm, user_id: ada.userId };
    await under.done('removeOrganizationMember', leave, { principal: ada });
    expect(await found(organizationById(reading(grace), firm))).toMatchObject({ member_count: 1 });
    expect((await organizationsFor(reading(ada), page)).elements).toHaveLength(1);
  }, 30_000);
});
