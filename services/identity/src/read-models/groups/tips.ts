import type { GroupKindName } from '@cairn/contracts';
import type { Aggregate, Document, DocumentsReader, QueryContext, Rights } from '@cairn/kernel';
import { NO_GROUP } from '../../domain/group/state.js';
import { inShares, type Membership, type MembershipState } from '../../domain/membership/state.js';
import { rightsFrom, type Tips } from '../../rights/rights.js';
import { MEMBERS } from '../members/project.js';
import { ROLES } from '../roles/project.js';
import { everyOf } from '../every-of.js';
import { textOf } from '../text-of.js';
import { USERS } from '../users/project.js';
import { ORGANIZATIONS, PROJECTS, TEAMS } from './project.js';

const textOrNull = (document: Document, field: string): string | null => textOf(document, field) || null;

const heldIn = (document: Document): Membership => ({
  kind: textOf(document, 'group_kind') as GroupKindName,
  groupId: textOf(document, 'group_id'),
  organizationId: textOf(document, 'organization_id'),
  roleId: textOf(document, 'role_id'),
  roleSlug: textOf(document, 'role_slug'),
  since: textOf(document, 'joined_at'),
  until: textOrNull(document, 'expires_at'),
});

/** All memberships of a person that read models know of. */
export const membershipsIn = async (today: DocumentsReader, userId: string): Promise<readonly Membership[]> =>
  (await everyOf(today, MEMBERS, { user_id: userId, ended: false })).map(heldIn);

const memberships = async (today: DocumentsReader, userId: string): Promise<MembershipState> => ({
  held: inShares(await membershipsIn(today, userId)),
  left: {},
});

const statusOf = (document: Document) => (document['deleted'] === true ? 'deleted' : 'live');

const organizationIn = (document: Document) => ({
  status: statusOf(document),
  id: document.id,
  content: { disabled: document['disabled'] === true },
  administrators: Object.keys((document['administers'] ?? {}) as object),
});
const teamIn = (document: Document) => ({
  status: statusOf(document),
  id: document.id,
  organizationId: textOf(document, 'organization_id'),
  projects: [],
});
const projectIn = (document: Document) => ({
  status: statusOf(document),
  id: document.id,
  organizationId: textOf(document, 'organization_id'),
  content: {
    disabled: document['disabled'] === true,
    team_id: textOrNull(document, 'team_id'),
    team_role_id: textOrNull(document, 'team_role_id'),
  },
});
const roleIn = (document: Document) => ({
  status: statusOf(document),
  id: document.id,
  organizationId: textOf(document, 'organization_id'),
  slug: textOf(document, 'slug'),
  scope: textOf(document, 'scope'),
  content: { permissions: document['permissions'] },
});
const accountIn = (document: Document) => ({
  kind: 'account',
  id: document.id,
  disabled: document['disabled'] === true,
});

const sources: Readonly<Record<string, readonly [string, (document: Document) => unknown, unknown]>> = {
  organization: [ORGANIZATIONS, organizationIn, NO_GROUP],
  team: [TEAMS, teamIn, NO_GROUP],
  project: [PROJECTS, projectIn, NO_GROUP],
  role: [ROLES, roleIn, { status: 'none' }],
  user: [USERS, accountIn, { kind: 'none' }],
};

const stateIn = async (today: DocumentsReader, category: string, id: string): Promise<unknown> => {
  if (category === 'membership') return memberships(today, id);
  const source = sources[category];
  if (source === undefined) throw new Error(`no document tells of ${category}`);
  const [collection, read, none] = source;
  const document = await today.get(collection, id);
  return document === undefined ? none : read(document);
};

/** What decides on rights, as today's documents tell it: the same rules as on the streams, without their secrets. */
export const documentTips = (today: DocumentsReader): Tips => {
  const known = new Map<string, Promise<unknown>>();
  return {
    current: async <State>({ category }: Aggregate<State>, id: string) => {
      const key = `${category}-${id}`;
      const state = known.get(key) ?? stateIn(today, category, id);
      known.set(key, state);
      return { state: (await state) as State };
    },
  };
};

/** What people hold in groups, for one query. */
export const rightsIn = ({ today, at }: QueryContext, tips = documentTips(today)): Rights =>
  rightsFrom(tips, { now: () => Date.parse(at) });
