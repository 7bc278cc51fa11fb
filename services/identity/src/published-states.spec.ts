import { allStates } from '@cairn/contracts';
import { jsonSchemaOf, violations } from '@cairn/generate';
import {
  type Group,
  isRefusal,
  type Json,
  type Principal,
  type Publication,
  publicationsOf,
  type RecordedEvent,
  START,
} from '@cairn/kernel';
import { organizationById, projectById, teamById } from './read-models/groups/queries.js';
import { membersOf } from './read-models/groups/members.js';
import { roleById } from './read-models/groups/roles.js';
import { identityService } from './service.js';
import { asking, startWithPeople, type WithPeople } from './testing/asking.js';
import { PASSWORD } from './testing/sign-up.js';

const HOUR_MS = 60 * 60 * 1000;
const page = { limit: 100, sort: 'created_at' };
type Told = Readonly<Record<string, unknown>>;

describe('what other teams read of groups as they are now', () => {
  let under: WithPeople['under'];
  let its: WithPeople['its'];
  let grace: Principal;
  let ada: Principal;
  let firm: string;
  beforeEach(async () => {
    ({ under, its, grace, ada } = await startWithPeople());
    firm = await its.firm(grace);
    await its.join(grace, firm, ada);
  });
  afterEach(() => under.remove());
  const { reading } = asking(() => under);

  const publications = (): ReadonlyMap<string, Publication> =>
    new Map(
      publicationsOf(identityService, {
        ...{ log: under.log, prefix: 'cairn', partitions: 12, mode: 'binary', baseUrl: '' },
      }).map((publication) => [publication.topic.name, publication]),
    );
  /** Of each key the last that a topic tells, when events come `atOnce` by so many. */
  const latest = async (entity: string, atOnce = 1_000): Promise<ReadonlyMap<string, Told>> => {
    const publication = publications().get(`cairn.identity.${entity}.state.v1`)!;
    const { categories } = publication;
    const { events } = await under.log.readAll({ after: START, categories, limit: 1_000 });
    const states = new Map<string, Told>();
    for (const batch of batchesOf(events, atOnce))
      for (const { key, value } of await publication.messagesOf(batch))
        if (value === null) states.delete(key);
        else states.set(key, JSON.parse(value) as Told);
    return states;
  };
  const does = (name: string, input: Record<string, unknown>, who = grace) =>
    under.done(name, JSON.parse(JSON.stringify(input)) as Json, { principal: who });
  /** What a query shows, the fields of a state alone: absent is null there, and a logo a file. */
  const shown = async (asked: Promise<unknown>, state: Told | undefined): Promise<Told> => {
    const { resource } = (await asked) as { readonly resource: Told };
    const others = ['logo', 'user_id', 'administrators'];
    const fields = Object.keys(state ?? {}).filter((field) => !others.includes(field));
    return Object.fromEntries(fields.map((field) => [field, resource[field] ?? null]));
  };
  const isShown = async (state: Told | undefined, asked: Promise<unknown>): Promise<void> =>
    expect(state).toMatchObject(await shown(asked, state));

  /** The members of a group, as states tell them. */
  const membersIn = async ({ kind, id: group_id }: Group): Promise<readonly Told[]> => {
    const found = await membersOf(reading(grace), { kind, id: group_id }, page);
    if (found === undefined || isRefusal(found)) throw new Error('is not told');
    const of = { group_kind: kind, group_id, organization_id: firm };
    return found.elements.map(({ id, created_at, updated_at, user_id, role_id, role, expires_at }) => ({
      ...{ id, created_at, updated_at, user_id, role_id, expires_at: expires_at ?? null },
      ...{ ...of, role_slug: role?.slug },
    }));
  };

  /** A firm in which everything has happened once. */
  const lived = async () => {
    const team = await its.team(grace, firm);
    const body = { name: 'Annotator', slug: 'annotator', scope: 'project', organization_id: firm };
    const permissions = ['datasets:read'];
    const role = await its.make(grace, 'createRole', { ...body, permissions }, 'role');
    const project = await its.project(grace, firm, 'mails', { team_id: team });
    const gone = await its.project(grace, firm, 'gone');
    const back = await its.project(grace, firm, 'back');
    for (const id of [gone, back]) await does('deleteProject', { id });
    await does('restoreProject', { id: back });
    await does('addTeamMember', { id: team, body: { user_id: ada.userId } });
    await does('addProjectMember', { id: project, body: { user_id: ada.userId, role_id: role } });
    const expires_at = new Date(under.clock.now() + HOUR_MS).toISOString();
    await does('updateProjectMember', { id: project, user_id: ada.userId, body: { expires_at } });
    await does('addProjectMember', { id: back, body: { user_id: ada.userId } });
    await does('removeProjectMember', { id: back, user_id: ada.userId });
    await does('updateRole', { id: role, body: { permissions: ['datasets:read', 'models:read'] } });
    await does('updateOrganization', { id: firm, body: { name: 'Another', settings: { inside: 'x' } } });
    await does('updateProject', { id: project, body: { team_role_id: role } });
    await does('updateTeam', { id: team, body: { description: 'labels' } });
    return { team, role, project, gone, back, expires_at };
  };

  it('is what the queries say, and nothing of what is deleted', async () => {
    const { team, role, project, gone, back } = await lived();
    const projects = await latest('project');
    expect([...projects.keys()].sort()).toEqual([project, back].sort());
    expect(projects.has(gone)).toBe(false);
    await isShown((await latest('organization')).get(firm), organizationById(reading(grace), firm));
    await isShown((await latest('team')).get(team), teamById(reading(grace), team));
    await isShown(projects.get(project), projectById(reading(grace), project));
    await isShown((await latest('role')).get(role), roleById(reading(grace), role));
    await does('deleteOrganization', { id: firm });
    expect(await latest('organization')).toEqual(new Map());
    await does('restoreOrganization', { id: firm });
    expect([...(await latest('organization')).keys()]).toEqual([firm]);
  });

  it('tells what is disabled, who administers, and nothing of settings', async () => {
    const project = await its.project(grace, firm);
    await does('updateProject', { id: project, body: { disabled: true } });
    expect((await latest('project')).get(project)).toMatchObject({ disabled: true });
    await does('updateOrganization', { id: firm, body: { settings: { inside: 'y' } } });
    const body = { role_slug: 'org_admin' };
    await does('updateOrganizationMember', { id: firm, user_id: ada.userId, body });
    const state = (await latest('organization')).get(firm);
    expect(state).toMatchObject({ administrators: [grace.userId, ada.userId] });
    expect(state).not.toHaveProperty('settings');
  });

  it('is who is a member of what, as what, until when: as the lists of members say', async () => {
    const { team, project, back } = await lived();
    const groups: readonly Group[] = [
      { kind: 'organization', id: firm },
      { kind: 'team', id: team },
      { kind: 'project', id: project },
      { kind: 'project', id: back },
    ];
    const listed = (await Promise.all(groups.map(membersIn))).flat();
    const there = new Map<unknown, Told>();
    for (const entity of ['organization', 'team', 'project'])
      for (const [id, state] of await latest(entity)) there.set(id, state);
    // A deleted group touches no membership: it has no state itself.
    const told = [...(await latest('membership')).values()].filter(({ group_id }) => there.has(group_id));
    expect(told).toHaveLength(listed.length);
    expect(told).toEqual(expect.arrayContaining(listed));
    expect(listed.length).toBeGreaterThan(4);
  });

  it('is the same however the events come, and as its schemas say', async () => {
    await lived();
    for (const entity of ['organization', 'team', 'project', 'role', 'membership']) {
      const all = await latest(entity);
      expect(await latest(entity, 1)).toEqual(all);
      expect(await latest(entity, 3)).toEqual(all);
      const { schema } = allStates.find(({ type }) => type === `identity.${entity}.state.v1`)!;
      const strict = { ...jsonSchemaOf(schema), additionalProperties: false };
      for (const state of all.values()) expect([entity, violations(strict, state)]).toEqual([entity, []]);
    }
  });

  it('ends with who leaves an organization, or is erased', async () => {
    const { team, project } = await lived();
    const of = async (who: Principal) =>
      [...(await latest('membership')).values()].filter(({ user_id }) => user_id === who.userId);
    expect((await of(ada)).map(({ group_id }) => group_id).sort()).toEqual([firm, team, project].sort());
    await does('removeOrganizationMember', { id: firm, user_id: ada.userId }, ada);
    expect(await of(ada)).toEqual([]);
    await its.join(grace, firm, ada);
    expect(await of(ada)).toHaveLength(1);
    await does('deleteMe', { ip: '192.0.2.1', password: PASSWORD }, ada);
    while ((await of(ada)).length > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await of(grace)).not.toEqual([]);
  });
});

const batchesOf = (events: readonly RecordedEvent[], size: number): readonly (readonly RecordedEvent[])[] =>
  Array.from({ length: Math.ceil(events.length / size) }, (_, index) =>
    events.slice(index * size, (index + 1) * size),
  );
