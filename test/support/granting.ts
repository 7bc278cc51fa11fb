import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { assets, type Operation, type Visibility } from '@cairn/contracts';
import type { Asset } from './assets.js';
import type { Person } from './people.js';

/** Who is there: one who gives, who founded the firm and owns what is in it; one who was given something. */
export interface Scene {
  readonly giver: Person;
  readonly taker: Person;
  readonly administrator: Person;
  readonly firm: string;
  readonly team: string;
  readonly project: string;
  /** Somebody else whom the giver can make a member. */
  readonly newcomer: () => Promise<Person>;
}

/** One asset of a kind. */
export interface Given {
  readonly asset: Asset;
  readonly id: string;
}

/** What somebody may do to assets by one grant alone, and what takes that away; it ends when the write was answered. */
export interface Grant {
  /** One of each kind. */
  readonly given: readonly Given[];
  readonly could: 'read' | 'write';
  /** What is still allowed then; `past`: to read it as it was. */
  readonly left: 'nothing' | 'past' | 'read';
  /** The group that is known by that grant alone. */
  readonly group?: {
    readonly path: `/api/v1/${'organizations' | 'teams' | 'projects'}`;
    readonly id: string;
  };
  readonly take: () => Promise<unknown>;
}
export type Way = (scene: Scene) => Promise<Grant>;

const SOON_MS = 2_000;
export const soon = (): string => new Date(Date.now() + SOON_MS).toISOString();
/** Until the moment has passed; nothing has to run then. */
export const past = async (end: string): Promise<void> => {
  while (new Date().toISOString() <= end) await pause(20);
};

type Caller = Pick<Person, 'client'>;

/** Asks for an operation of a kind of asset; throws where it is refused. */
const ask = async (
  { client }: Caller,
  { id: called, method, path }: Operation,
  params: Readonly<Record<string, string>>,
  body?: object,
): Promise<Response> => {
  const response = await client.send({ method, path, params, ...(body && { body }) });
  if (!response.ok) throw new Error(`${called}: ${response.status} ${await response.text()}`);
  return response;
};

/** Makes one of each kind. */
export const make = (person: Caller, body: object): Promise<readonly Given[]> =>
  Promise.all(
    assets.map(async (asset) => {
      const named = { name: `given ${randomUUID()}`, ...body };
      const made = (await (await ask(person, asset.operations.create, {}, named)).json()) as { id: string };
      return { asset, id: made.id };
    }),
  );

/** Asks for the same of each; answers the headers. */
export const askEach = (
  person: Caller,
  given: readonly Given[],
  wanted: (operations: Asset['operations']) => Operation,
  body?: object,
): Promise<readonly Headers[]> =>
  Promise.all(
    given.map(async ({ asset, id }) => (await ask(person, wanted(asset.operations), { id }, body)).headers),
  );

export const change = (person: Caller, given: readonly Given[], body: object) =>
  askEach(person, given, ({ update }) => update, body);
export const transfer = (person: Caller, given: readonly Given[], body: object) =>
  askEach(person, given, (operations) => operations.transfer, body);

/** Of the giver, in the project of the firm. */
export const placed = ({ giver, firm, project }: Scene, visibility: Visibility): Promise<readonly Given[]> =>
  make(giver, { visibility, organization_id: firm, project_id: project });

export interface Shared {
  readonly given: readonly Given[];
  /** Asks for something of each share. */
  readonly each: (
    person: Caller,
    wanted: (operations: Asset['operations']) => Operation,
    body?: object,
  ) => Promise<unknown>;
}
/** Of the giver's own, shared. */
export const sharedAlone = async ({ giver, taker }: Scene, more: object = {}): Promise<Shared> => {
  const given = await make(giver, {});
  const body = { user_id: taker.id, without_invite: true, role_slug: 'share_editor', ...more };
  const shares = await Promise.all(
    given.map(async ({ asset, id }) => {
      const made = await ask(giver, asset.operations.createShare, { id }, body);
      return { asset, params: { id, share_id: ((await made.json()) as { id: string }).id } };
    }),
  );
  const each: Shared['each'] = (person, wanted, changes) =>
    Promise.all(shares.map(({ asset, params }) => ask(person, wanted(asset.operations), params, changes)));
  return { given, each };
};

const memberOf = (id: string, { id: user_id }: Pick<Person, 'id'>) => ({ id, user_id });

export const joinsFirm = ({ giver, firm }: Scene, who: Pick<Person, 'id'>, role: object = {}) =>
  giver.client.call('addOrganizationMember', { params: { id: firm }, body: { user_id: who.id, ...role } });
export const leavesFirm = ({ firm }: Scene, who: Person, by: Caller = who) =>
  by.client.call('removeOrganizationMember', { params: memberOf(firm, who) });
export const inFirmAs = ({ giver, firm }: Scene, who: Person, body: object) =>
  giver.client.call('updateOrganizationMember', { params: memberOf(firm, who), body });

interface RoleChoice {
  readonly role_id?: string;
  readonly role_slug?: string;
}
export const joinsProject = async (
  scene: Scene,
  role: RoleChoice = { role_slug: 'project_editor' },
): Promise<void> => {
  const { giver, taker, project } = scene;
  await joinsFirm(scene, taker);
  await giver.client.call('addProjectMember', {
    params: { id: project },
    body: { user_id: taker.id, ...role },
  });
};
export const leavesProject = ({ project, taker }: Scene, by: Caller) =>
  by.client.call('removeProjectMember', { params: memberOf(project, taker) });
export const inProjectAs = ({ giver, project, taker }: Scene, body: object) =>
  giver.client.call('updateProjectMember', { params: memberOf(project, taker), body });

/** A member of the team, which has the project; who is in the team edits what is in the project unless another role is named. */
export const joinsTeam = async (
  scene: Scene,
  {
    team_role_id,
    role_slug = 'team_member',
  }: { readonly team_role_id?: string; readonly role_slug?: string } = {},
): Promise<void> => {
  const { giver, taker, team, project } = scene;
  await joinsFirm(scene, taker);
  await giver.client.call('addTeamMember', { params: { id: team }, body: { user_id: taker.id, role_slug } });
  const body = { team_id: team, ...(team_role_id === undefined ? {} : { team_role_id }) };
  await giver.client.call('updateProject', { params: { id: project }, body });
};
export const leavesTeam = ({ giver, team, taker }: Scene, by: Caller = giver) =>
  by.client.call('removeTeamMember', { params: memberOf(team, taker) });
export const inTeamAs = ({ giver, team, taker }: Scene, body: object) =>
  giver.client.call('updateTeamMember', { params: memberOf(team, taker), body });
export const changeProject = ({ giver, project }: Scene, body: object) =>
  giver.client.call('updateProject', { params: { id: project }, body });

/** Permissions of each kind of asset for these actions. */
const permissions = (...actions: readonly string[]): string[] =>
  assets.flatMap(({ resource }) => actions.map((action) => `${resource}:${action}`));

/** A role that the firm makes. */
export const ownRole = async (
  { giver, firm }: Scene,
  scope: 'organization' | 'project',
  ...actions: readonly string[]
): Promise<string> => {
  const slug = `r${randomUUID()}`.slice(0, 30);
  const its = { name: 'Own', slug, scope, organization_id: firm, permissions: permissions(...actions) };
  return (await giver.client.call('createRole', { body: its })).body.id;
};
export const narrow = ({ giver }: Scene, id: string, ...actions: readonly string[]) =>
  giver.client.call('updateRole', { params: { id }, body: { permissions: permissions(...actions) } });

/** The id of a role of the system. */
export const systemRole = async ({ giver }: Scene, slug: string): Promise<string> => {
  const { body: roles } = await giver.client.call('listRoles', { query: { limit: 100 } });
  const found = roles.find((role) => role.is_system && role.slug === slug);
  if (found === undefined) throw new Error(`there is no role ${slug}`);
  return found.id;
};

/** What is lost altogether. */
export const lost = (given: readonly Given[], take: Grant['take'], could: Grant['could'] = 'write') =>
  ({ given, could, left: 'nothing', take }) as const;
/** What can still be read. */
export const lessened = (given: readonly Given[], take: Grant['take']) =>
  ({ given, could: 'write', left: 'read', take }) as const;

export type Take = (scene: Scene) => Promise<unknown>;

/** Somebody is given an end that comes soon. */
export const untilThen =
  (as: (scene: Scene, body: object) => Promise<unknown>): Take =>
  async (scene) => {
    const end = soon();
    await as(scene, { expires_at: end });
    await past(end);
  };
