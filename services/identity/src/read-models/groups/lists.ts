import type { Organization, Project, Team } from '@cairn/contracts';
import {
  type Document,
  isRefusal,
  mapPage,
  type Page,
  pageAmong,
  type PageRequest,
  type QueryContext,
} from '@cairn/kernel';
import { isInForce, type Membership } from '../../domain/membership/state.js';
import { ORG_ADMIN } from '../../domain/role/system-roles.js';
import type { Tips } from '../../rights/rights.js';
import { everyOf } from '../every-of.js';
import { textOf } from '../text-of.js';
import { ORGANIZATIONS } from './project.js';
import { collectionOf, heldIn, placeIn } from './readable.js';
import { countsOf, organizationOf, projectOf, teamOf } from './resources.js';
import { documentTips, membershipsIn } from './tips.js';

/** What the caller is a member of now, as far as its key reaches. */
const heldBy = async ({ today, principal, at }: QueryContext): Promise<readonly Membership[]> =>
  (await membershipsIn(today, principal.userId)).filter(
    (one) =>
      isInForce(one, at) &&
      (principal.organizationId === undefined || one.organizationId === principal.organizationId),
  );

const idsOf = (held: readonly Membership[], kind: Membership['kind']): readonly string[] =>
  held.filter((one) => one.kind === kind).map(({ groupId }) => groupId);

/** The groups that may be seen for memberships: all of an organization for who may administer it, else what they are of. */
const candidates = async (
  { today }: QueryContext,
  kind: 'team' | 'project',
  held: readonly Membership[],
): Promise<readonly Document[]> => {
  const administered = held.filter(({ roleId }) => roleId === ORG_ADMIN.id).map(({ groupId }) => groupId);
  const others = held.filter(({ organizationId }) => !administered.includes(organizationId));
  const teams = kind === 'project' ? idsOf(others, 'team') : [];
  const found = await Promise.all([
    ...administered.map((id) => everyOf(today, collectionOf[kind], { organization_id: id })),
    today.getMany(collectionOf[kind], idsOf(others, kind)),
    ...(teams.length === 0 ? [] : [everyOf(today, collectionOf[kind], { team_id: teams })]),
  ]);
  return [...new Map(found.flat().map((document) => [document.id, document])).values()];
};

interface Within {
  readonly organization_id?: string | undefined;
  readonly team_id?: string | undefined;
}

/** Groups in the organizations of the caller that it may read, with what the filters leave of them. */
const groupsFor = async (
  context: QueryContext,
  kind: 'team' | 'project',
  { organization_id: organizationId, team_id: teamId }: Within,
  tips: Tips = documentTips(context.today),
): Promise<readonly Document[]> => {
  const held = (await heldBy(context)).filter(
    (one) => organizationId === undefined || one.organizationId === organizationId,
  );
  const there = (await candidates(context, kind, held))
    .filter((document) => document['deleted'] !== true)
    .filter((document) => teamId === undefined || document['team_id'] === teamId);
  const permitted = await Promise.all(
    there.map((document) => heldIn(context, placeIn(kind, document), `${kind}s:read`, { tips })),
  );
  return there.filter((_, index) => !isRefusal(permitted[index]));
};

/** How many of its projects the caller sees in each of some organizations (S5); who administers one sees all. */
export const projectCounts = async (
  context: QueryContext,
  organizations: readonly { readonly id: string; readonly isOpen: boolean }[],
  tips: Tips = documentTips(context.today),
): Promise<(id: string) => number> => {
  const open = organizations.filter(({ isOpen }) => isOpen).map(({ id }) => id);
  const counts = await countsOf(context, open);
  if (open.length === organizations.length) return (id) => counts(id).projects;
  const seen = await groupsFor(context, 'project', {}, tips);
  return (id) =>
    open.includes(id)
      ? counts(id).projects
      : seen.filter((document) => document['organization_id'] === id).length;
};

/** Whether somebody who holds that in an organization sees all that is in it. */
export const seesAll = (held: readonly string[]): boolean => held.includes('*:*');

/** Those that the caller is a member of. */
export const organizationsFor = async (
  context: QueryContext,
  page: PageRequest,
): Promise<Page<Organization>> => {
  const tips = documentTips(context.today);
  const found = await context.today.getMany(ORGANIZATIONS, idsOf(await heldBy(context), 'organization'));
  const permitted = await Promise.all(
    found.map((document) =>
      heldIn(context, placeIn('organization', document), 'organizations:read', { tips }),
    ),
  );
  const heldOf = (document: Document): readonly string[] => {
    const held = permitted[found.indexOf(document)];
    return held === undefined || isRefusal(held) ? [] : held;
  };
  const seen = found.filter((one, index) => !isRefusal(permitted[index]) && one['deleted'] !== true);
  const shown = pageAmong(seen, page);
  const [counts, projects] = await Promise.all([
    countsOf(context, idsIn(shown)),
    projectCounts(
      context,
      shown.elements.map((document) => ({ id: document.id, isOpen: seesAll(heldOf(document)) })),
      tips,
    ),
  ]);
  return mapPage(shown, (document) =>
    organizationOf(document, { ...counts(document.id), projects: projects(document.id) }, heldOf(document)),
  );
};

const idsIn = ({ elements }: Page<Document>): readonly string[] => elements.map(({ id }) => id);

/** Those that the caller is in, and all of the organizations that it administers. */
export const teamsFor = async (
  context: QueryContext,
  page: PageRequest,
  within: Within = {},
): Promise<Page<Team>> => {
  const shown = pageAmong(await groupsFor(context, 'team', within), page);
  const firms = new Set(shown.elements.map((document) => textOf(document, 'organization_id')));
  const [counts, found] = await Promise.all([
    countsOf(context, idsIn(shown)),
    context.today.getMany(ORGANIZATIONS, [...firms]),
  ]);
  const names = new Map(found.map((firm) => [firm.id, textOf(firm, 'name')]));
  return mapPage(shown, (document) =>
    teamOf(document, counts(document.id), names.get(textOf(document, 'organization_id')) ?? ''),
  );
};

/** The same of projects, those of the caller's teams too. */
export const projectsFor = async (
  context: QueryContext,
  page: PageRequest,
  within: Within = {},
): Promise<Page<Project>> => {
  const shown = pageAmong(await groupsFor(context, 'project', within), page);
  const counts = await countsOf(context, idsIn(shown));
  return mapPage(shown, (document) => projectOf(document, counts(document.id)));
};
