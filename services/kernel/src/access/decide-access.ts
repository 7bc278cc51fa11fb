import { type AssetResource, permissionToRead } from '@cairn/contracts';
import { type Principal, scopesCover } from './principal.js';
import { type Grant, type PlacedAsset, type Standing, tokens } from './rights.js';

export type ShareRole = 'share_viewer' | 'share_editor';

/** Who may read an asset, and until when (RFC 3339). `role` says what more a share allows. */
export interface ReaderEntry {
  readonly token: string;
  readonly until?: string;
  readonly role?: ShareRole;
}

/** What a decision needs of an asset: its own ids and entries, nothing of other streams. */
export interface AccessibleAsset extends PlacedAsset {
  readonly readers: readonly ReaderEntry[];
}

export type AccessAction = 'read' | 'execute' | 'write' | 'delete' | 'share' | 'transfer';

/** `datasets:read` */
export type AssetPermission = `${AssetResource}:${AccessAction}`;

/** One way to an asset, and what it permits (`datasets:write`, with `*`). */
export type AccessPath =
  | { readonly because: 'owner'; readonly permissions: readonly string[] }
  | {
      readonly because: 'share';
      readonly role: ShareRole;
      readonly until?: string;
      readonly permissions: readonly string[];
    }
  | { readonly because: 'role'; readonly grant: Grant; readonly permissions: readonly string[] }
  | { readonly because: 'visibility'; readonly permissions: readonly string[] };

export type AccessDecision =
  | { readonly allowed: true; readonly because: AccessPath['because'] | 'system' }
  /** `unknown`: the caller must not learn that it exists (404). `forbidden`: it may see, and not do (403). */
  | { readonly allowed: false; readonly because: 'unknown' | 'forbidden' | 'scope' };

/** Who asks, and what they are to the groups of the asset (`Rights.standing` of just this asset). */
export interface Held {
  readonly principal: Principal;
  readonly standing: Standing;
}

/** The same, and when they ask (RFC 3339). */
export interface AssetCaller extends Held {
  readonly at: string;
}

/**
 * The only place that decides, at a moment (RFC 3339): pure (architecture, *Access*).
 * A caller without the scope to read gets the same answer whether the asset is its own or not.
 */
export const decideAccess = (
  { principal, standing }: Held,
  asset: AccessibleAsset,
  permission: AssetPermission,
  at: string,
): AccessDecision => {
  if (principal.kind === 'system') return { allowed: true, because: 'system' };
  if (principal.organizationId !== undefined && principal.organizationId !== asset.organizationId)
    return unknown;
  const through = (wanted: string): AccessPath | undefined =>
    firstPath(principal.userId, standing, asset, at, ({ permissions }) => scopesCover(permissions, wanted));
  if (through(permissionToRead(permission)) === undefined) return unknown;
  if (!scopesCover(principal.scopes, permission)) return { allowed: false, because: 'scope' };
  const path = through(permission);
  return path === undefined ? forbidden : { allowed: true, because: path.because };
};

/** Every way in which a person comes to an asset (SPEC-20, SPEC-21 and SPEC-23), the strongest kinds first. */
export const accessPaths = (
  userId: string,
  standing: Standing,
  asset: AccessibleAsset,
  at: string,
): readonly AccessPath[] => {
  const paths: AccessPath[] = [];
  firstPath(userId, standing, asset, at, (path) => {
    paths.push(path);
    return false;
  });
  return paths;
};

type IsWanted = (path: AccessPath) => boolean;

/** The first of these ways that is wanted: those behind it are not looked for. */
const firstPath = (
  userId: string,
  { grants, ownerCounts }: Standing,
  asset: AccessibleAsset,
  at: string,
  isWanted: IsWanted,
): AccessPath | undefined => {
  if (userId === '') return undefined;
  if (userId === asset.userId && ownerCounts && isWanted(OWNER)) return OWNER;
  for (const grant of grants) {
    const path = roleIn(grant, ownerCounts, asset, at);
    if (path !== undefined && isWanted(path)) return path;
  }
  return firstOfAll(userId, asset, at, isWanted);
};

/** The same of ways that need no group: a share, and what everybody sees. */
const firstOfAll = (
  userId: string,
  asset: AccessibleAsset,
  at: string,
  isWanted: IsWanted,
): AccessPath | undefined => {
  const share = entryOf(asset, tokens.user(userId), at);
  const path = share?.role && shareOf(share.role, share.until);
  if (path !== undefined && isWanted(path)) return path;
  return entryOf(asset, tokens.everybody, at) !== undefined && isWanted(VISIBLE) ? VISIBLE : undefined;
};

/** The way that a role gives, while it is in force and counts for the asset. */
const roleIn = (
  grant: Grant,
  ownerCounts: boolean,
  asset: AccessibleAsset,
  at: string,
): AccessPath | undefined =>
  isInForce(grant, at) && isOpen(grant, ownerCounts, asset, at)
    ? { because: 'role', grant, permissions: grant.permissions }
    : undefined;

const isInForce = ({ until }: { readonly until?: string }, at: string): boolean =>
  until === undefined || until > at;

/** Of several entries of one token the last that is in force. */
const entryOf = ({ readers }: AccessibleAsset, token: string, at: string): ReaderEntry | undefined => {
  for (let index = readers.length - 1; index >= 0; index -= 1) {
    const entry = readers[index];
    if (entry?.token === token && isInForce(entry, at)) return entry;
  }
  return undefined;
};

/** Whether what is held counts for an asset: its visibility opens it there, or nobody else has it. */
const isOpen = (grant: Grant, ownerCounts: boolean, asset: AccessibleAsset, at: string): boolean =>
  isShownTo(grant.group, asset, at) || (!ownerCounts && isAdministratorOf(grant, asset));

/** Whether an asset is in a group, and its visibility opens it there. */
const isShownTo = ({ kind, id }: Grant['group'], asset: AccessibleAsset, at: string): boolean =>
  (kind === 'organization' &&
    id === asset.organizationId &&
    entryOf(asset, tokens.organization(id), at) !== undefined) ||
  (kind === 'project' && id === asset.projectId && entryOf(asset, tokens.project(id), at) !== undefined);

/** Whether it decides anything for a person, with these grants, that the owner of an asset counts as one. */
export const ownerMatters = (userId: string, grants: readonly Grant[], asset: PlacedAsset): boolean =>
  userId === asset.userId || grants.some((grant) => isAdministratorOf(grant, asset));

/** Whether somebody administers the organization that an asset is in. */
const isAdministratorOf = ({ through, role }: Grant, { organizationId }: PlacedAsset): boolean =>
  through.kind === 'organization' && through.id === organizationId && role.slug === 'org_admin';

const shareOf = (role: ShareRole, until: string | undefined): AccessPath => ({
  because: 'share',
  role,
  ...(until === undefined ? {} : { until }),
  permissions: SHARED[role],
});

const READER = ['*:read', '*:execute'];
const SHARED: Record<ShareRole, readonly string[]> = {
  share_viewer: READER,
  share_editor: [...READER, '*:write'],
};
const OWNER: AccessPath = { because: 'owner', permissions: ['*:*'] };
const VISIBLE: AccessPath = { because: 'visibility', permissions: READER };
const unknown: AccessDecision = { allowed: false, because: 'unknown' };
const forbidden: AccessDecision = { allowed: false, because: 'forbidden' };
