import type { FileRecord, GroupKindName, Organization, Project, Team } from '@cairn/contracts';
import {
  type Document,
  isRefusal,
  type QueryContext,
  type Refusal,
  scopesCover,
  type Versioned,
} from '@cairn/kernel';
import { textOf } from '../text-of.js';
import { projectCounts, seesAll } from './lists.js';
import { ORGANIZATIONS } from './project.js';
import { collectionOf, type Gone, groupThen, placeIn, readableGroup } from './readable.js';
import { countsOf, organizationOf, projectOf, teamOf } from './resources.js';

type Read<Resource> = Promise<Versioned<Resource> | Refusal | undefined>;

const versioned = <Resource>(kind: GroupKindName, document: Document, resource: Resource) => ({
  resource,
  revision: textOf(document, 'revision'),
  streams: [`${kind}-${document.id}`],
});

/** A group for who may read it. A system administrator sees what an organization is, and nothing that is in it. */
export const organizationById = async (
  context: QueryContext,
  id: string,
  gone?: Gone,
): Read<Organization> => {
  const found = await groupThen(context, { kind: 'organization', id }, 'organizations:read', gone);
  const known = found ?? (await forAdministrator(context, id));
  if (known === undefined || isRefusal(known)) return known;
  const { document, held } = known;
  const isOpen = found === undefined || seesAll(held);
  const [counts, projects] = await Promise.all([
    countsOf(context, [id]),
    projectCounts(context, [{ id, isOpen }]),
  ]);
  const shown = organizationOf(document, { ...counts(id), projects: projects(id) }, held);
  return versioned('organization', document, shown);
};

/** Whether the caller may see the audit of an organization; `undefined` where it may not know of it. */
export const auditableOrganization = async (
  context: QueryContext,
  id: string,
): Promise<true | Refusal | undefined> => {
  const found = await readableGroup(context, { kind: 'organization', id }, 'organizations:audit');
  return found === undefined || isRefusal(found) ? found : true;
};

const forAdministrator = async ({ principal, documents }: QueryContext, id: string) => {
  if (!principal.administrator || !scopesCover(principal.scopes, 'admin:read')) return undefined;
  const document = await documents.get(ORGANIZATIONS, id);
  return document === undefined || document['deleted'] === true ? undefined : { document, held: [] };
};

/** Whether the caller may know what an organization comes to: its administrators, and system administrators. */
export const mayReview = async (
  context: QueryContext,
  id: string,
): Promise<Refusal | { readonly id: string } | undefined> => {
  if ((await forAdministrator(context, id)) !== undefined) return { id };
  const found = await readableGroup(context, { kind: 'organization', id }, 'organizations:review');
  return found === undefined || isRefusal(found) ? found : { id };
};

export const teamById = async (context: QueryContext, id: string, gone?: Gone): Read<Team> => {
  const found = await groupThen(context, { kind: 'team', id }, 'teams:read', gone);
  if (found === undefined || isRefusal(found)) return found;
  const { document } = found;
  const [counts, within] = await Promise.all([
    countsOf(context, [id]),
    context.documents.get(ORGANIZATIONS, textOf(document, 'organization_id')),
  ]);
  return versioned(
    'team',
    document,
    teamOf(document, counts(id), within === undefined ? '' : textOf(within, 'name')),
  );
};

export const projectById = async (context: QueryContext, id: string, gone?: Gone): Read<Project> => {
  const found = await groupThen(context, { kind: 'project', id }, 'projects:read', gone);
  if (found === undefined || isRefusal(found)) return found;
  const counts = await countsOf(context, [id]);
  return versioned('project', found.document, projectOf(found.document, counts(id)));
};

/**
 * The logo of a group. That of an organization or a team is anybody's who has its address, and tells nothing else; while
 * the organization is disabled or deleted there is none.
 */
export const groupLogo = async (
  context: QueryContext,
  kind: GroupKindName,
  id: string,
): Promise<FileRecord | Refusal | undefined> => {
  if (kind === 'project') {
    const found = await readableGroup(context, { kind, id }, 'projects:read');
    return found === undefined || isRefusal(found) ? found : logoIn(found.document);
  }
  const document = await context.today.get(collectionOf[kind], id);
  const within = document && (await context.today.get(ORGANIZATIONS, placeIn(kind, document).organizationId));
  return isOpen(document) && isOpen(within) ? logoIn(document) : undefined;
};

const isOpen = (document: Document | undefined): document is Document =>
  document !== undefined && document['deleted'] !== true && document['disabled'] !== true;

const logoIn = (document: Document): FileRecord | undefined =>
  (document['logo'] as FileRecord | null | undefined) ?? undefined;

/** Why an upload is refused before it is read. */
export const groupWriteRefusal = async (
  context: QueryContext,
  kind: GroupKindName,
  id: string,
): Promise<Refusal | undefined> => {
  const found = await readableGroup(context, { kind, id }, `${kind}s:write`);
  if (found === undefined) return { refused: 'not_found', detail: 'There is nothing at this address.' };
  return isRefusal(found) ? found : undefined;
};
