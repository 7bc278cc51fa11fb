import {
  type CommandReply,
  derivedId,
  type EventLog,
  freshId,
  NO_STREAM,
  pause,
  type Principal,
} from '@cairn/kernel';
import { organizationsFor } from '../read-models/groups/lists.js';
import { organizationById } from '../read-models/groups/queries.js';
import { asking, found, startWithPeople, type WithPeople } from '../testing/asking.js';
import { requestOf } from '../testing/identity-under-test.js';

const page = { limit: 10, sort: 'created_at' };

describe('slugs of groups', () => {
  let under: WithPeople['under'];
  let its: WithPeople['its'];
  let grace: Principal;
  let ada: Principal;
  const start = async (through?: (log: EventLog) => EventLog): Promise<void> => {
    ({ under, its, grace, ada } = await startWithPeople(through));
  };
  afterEach(() => under.remove());
  const { reading, refusal } = asking(() => under);
  describe('that are asked for', () => {
    beforeEach(() => start());

    it('law 5: belong to one of fifty who ask at the same moment', async () => {
      const send = async (): Promise<CommandReply> => {
        const input = { body: { name: 'Firm', slug: 'wanted' } };
        return under.identity.execute({
          name: 'identity.createOrganization',
          input,
          principal: grace,
          id: freshId(),
          request: requestOf(input),
          correlation: freshId(),
          deadline: under.clock.now() + 20_000,
        });
      };
      const replies = await Promise.all(Array.from({ length: 50 }, send));
      const codes = replies.map((reply) => (reply.status === 'done' ? 'done' : reply.code));
      expect(codes.filter((code) => code === 'done')).toHaveLength(1);
      expect(new Set(codes)).toEqual(new Set(['done', 'slug_taken']));
    });

    it('are free again once they were changed, and not while the group is deleted', async () => {
      const firm = await its.firm(grace, 'first');
      await under.done('updateOrganization', { id: firm, body: { slug: 'second' } }, { principal: grace });
      expect(await found(organizationById(reading(grace), firm))).toMatchObject({ slug: 'second' });
      const other = await its.firm(ada, 'first');
      const rename = { id: other, body: { slug: 'second' } };
      expect(await refusal(ada, 'updateOrganization', rename)).toBe('slug_taken');
      await under.done('deleteOrganization', { id: firm }, { principal: grace });
      expect(await refusal(ada, 'updateOrganization', rename)).toBe('slug_taken');
    });

    it('law 5: go to two at once of which each was reserved for the other, and never taken', async () => {
      const [one, two] = [await its.firm(grace, 'one'), await its.firm(ada, 'two')];
      const leave = async (slug: string, holder_id: string) => {
        const id = derivedId('slug', 'organization', '', slug);
        const { metadata } = (await under.log.read(`organization-${holder_id}`))[0]!;
        const data = { id, kind: 'organization', holder_id, claim_id: freshId() };
        const event = { id: freshId(), type: 'identity.slug.reserved.v1', data, metadata };
        await under.log.append({
          stream: `slug-${id}`,
          expected: NO_STREAM,
          events: [{ ...event, metadata: { ...metadata, command: freshId() } }],
        });
      };
      await leave('left-by-two', two);
      await leave('left-by-one', one);
      under.ahead(31_000);
      const rename = (id: string, slug: string, principal: Principal) =>
        under.send('updateOrganization', { id, body: { slug } }, { principal });
      const both = Promise.all([rename(one, 'left-by-two', grace), rename(two, 'left-by-one', ada)]);
      const outcome = await Promise.race([both, pause(3_000)]);
      expect(outcome).toMatchObject([{ status: 'done' }, { status: 'done' }]);
    });

    it('of teams, projects and roles are their organization’s', async () => {
      const [one, two] = [await its.firm(grace, 'one'), await its.firm(grace, 'two')];
      await its.team(grace, one, 'same');
      await its.team(grace, two, 'same');
      await its.project(grace, one, 'same');
      const again = { body: { name: 'x', slug: 'same', organization_id: one } };
      expect(await refusal(grace, 'createTeam', again)).toBe('slug_taken');
      expect(await refusal(grace, 'createProject', again)).toBe('slug_taken');
    });
  });

  it('law 5: a slug of a creation that ended in between is taken over after half a minute', async () => {
    let isBroken = false;
    await start(
      (log) =>
        new Proxy(log, {
          get: (target, name) => {
            // One append after the other: a process can end between two.
            const value: unknown = name === 'appendInOrder' ? undefined : Reflect.get(target, name);
            if (typeof value !== 'function') return value;
            return (...given: unknown[]) => {
              const isLast = JSON.stringify(given[0] ?? null, (_, each: unknown) =>
                typeof each === 'bigint' ? String(each) : each,
              ).includes('identity.organization.created.v1');
              if (isBroken && isLast && name !== 'read') throw new Error('the process ended');
              return (value as (...all: unknown[]) => unknown).apply(target, given);
            };
          },
        }),
    );
    await its.firm(grace, 'other');
    isBroken = true;
    await expect(its.firm(grace, 'left')).rejects.toThrow();
    isBroken = false;
    const again = { body: { name: 'Firm', slug: 'left' } };
    expect(await refusal(ada, 'createOrganization', again)).toBe('slug_taken');
    under.ahead(31_000);
    await its.firm(ada, 'left');
    expect((await organizationsFor(reading(ada), page)).elements).toHaveLength(1);
  });
});
