import type { GroupKindName, PermissionName } from '@cairn/contracts';
import {
  type Document,
  type Group,
  isRefusal,
  type QueryContext,
  type Refusal,
  refuse,
  type Rights,
  scopesCover,
} from '@cairn/kernel';
import { decideIn, type PlacedGroup } from '../../rights/may-in.js';
import { reviving, type Tips } from '../../rights/rights.js';
import { textOf } from '../text-of.js';
import { ORGANIZATIONS, PROJECTS, TEAMS } from './project.js';
import { documentTips, rightsIn } from './tips.js';

export const collectionOf: Readonly<Record<GroupKindName, string>> = {
  organization: ORGANIZATIONS,
  team: TEAMS,
  project: PROJECTS,
};

export const placeIn = (kind: GroupKindName, document: Document): PlacedGroup => ({
  kind,
  id: document.id,
  organizationId: kind === 'organization' ? document.id : textOf(document, 'organization_id'),
});

/** A group that the caller may read, with what it may there. */
export interface Readable {
  readonly document: Document;
  readonly held: readonly string[];
}

/** What of groups that are gone is told. */
export interface Gone {
  /** Of a deleted group, to who held something in it. */
  readonly deletedToo?: boolean;
  /** Also while its organization is gone: of what the caller has done just before. */
  readonly afterwards?: boolean;
}

/** What is shown in many groups is asked of today's documents: with the same tips, none is read twice. */
export const heldIn = async (
  context: QueryContext,
  place: PlacedGroup,
  permission: PermissionName,
  { tips, ...gone }: Gone & { readonly tips?: Tips } = {},
): Promise<readonly string[] | Refusal> => {
  const rights = rightsFor(context, place, gone, tips);
  const grants = await rights.inGroup(context.principal.userId, place);
  return decideIn(context.principal, place, grants, permission);
};

/** The streams tell nothing of what a deleted group would give: the documents do. */
const rightsFor = (
  context: QueryContext,
  place: PlacedGroup,
  { deletedToo = false, afterwards = false }: Gone,
  tips: Tips | undefined,
): Rights => {
  if (!deletedToo && !afterwards) return tips === undefined ? context.rights : rightsIn(context, tips);
  const revived = reviving(tips ?? documentTips(context.today), place);
  const within = { kind: 'organization', id: place.organizationId } as const;
  return rightsIn(context, afterwards ? reviving(revived, within) : revived);
};

/** `undefined` when there is no such group for the caller. Who may not read there is told so: a refusal. */
export const readableGroup = async (
  context: QueryContext,
  { kind, id }: Group,
  permission: PermissionName,
  gone: Gone = {},
): Promise<Readable | Refusal | undefined> => {
  const document = await context.today.get(collectionOf[kind], id);
  if (!isShown(document, gone.deletedToo === true || gone.afterwards === true)) return undefined;
  const held = await heldIn(context, placeIn(kind, document), permission, gone);
  if (!isRefusal(held)) return { document, held };
  return held.refused === 'not_found' ? undefined : held;
};

/** What was is told to who may change what is. */
export const pastRefusal = (
  held: readonly string[],
  resource: 'organizations' | 'teams' | 'projects' | 'roles',
): Refusal | undefined =>
  scopesCover(held, `${resource}:write`)
    ? undefined
    : refuse('forbidden', 'You may see this as it is, but not what it was.');

/** A group at the moment that is read; the right to it is always today's. Of the past a deleted one is shown too, while it was there. */
export const groupThen = async (
  context: QueryContext,
  group: Group,
  permission: PermissionName,
  gone: Gone = {},
): Promise<Readable | Refusal | undefined> => {
  if (context.pointInTime === undefined) return readableGroup(context, group, permission, gone);
  const found = await readableGroup(context, group, permission, { deletedToo: true });
  if (found === undefined || isRefusal(found)) return found;
  const { held } = found;
  const refusal = pastRefusal(held, `${group.kind}s`);
  if (refusal !== undefined) return refusal;
  const document = await context.documents.get(collectionOf[group.kind], group.id);
  return isShown(document, gone.deletedToo === true) ? { document, held } : undefined;
};

/** Whether it was there, or deleted ones are asked for too. */
export const isShown = (document: Document | undefined, deletedToo: boolean): document is Document =>
  document !== undefined && (deletedToo || document['deleted'] !== true);
