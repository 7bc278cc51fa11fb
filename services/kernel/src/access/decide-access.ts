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
  const paths = accessPaths(principal.userId, standing, asset, at);
  const through = (wanted: string) => paths.find(({ permissions }) => scopesCover(permissions, wanted));
  if (through(permissionToRead(permission)) === undefined) return unknown;
  if (!scopesCover(principal.scopes, permission)) return { allowed: false, because: 'scope' };
  const path = through(permission);
  return path === undefined ? forbidden : { allowed: true, because: path.because };
};

/** Every way in which a person comes to an asset (decisions 20, 21, 23), the strongest kinds first. */
export const accessPaths = (
  userId: string,
  { grants, ownerCounts }: Standing,
  asset: AccessibleAsset,
  at: string,
): readonly AccessPath[] => {
  if (userId === '') return [];
  const inForce = ({ until }: { readonly until?: string }): boolean => until === undefined || until > at;
  const entries = new Map(asset.readers.filter(inForce).map((entry) => [entry.token, entry]));
  const isOpen = (grant: Grant): boolean =>
    isShownTo(grant.group, asset, entries) || (!ownerCounts && isAdministratorOf(grant, asset));
  const share = entries.get(tokens.user(userId));
  return [
    ...(userId === asset.userId && ownerCounts ? [OWNER] : []),
    ...grants
      .filter((grant) => inForce(grant) && isOpen(grant))
      .map((grant): AccessPath => ({ because: 'role', grant, permissions: grant.permissions })),
    ...(share?.role === undefined ? [] : [shareOf(share.role, share.until)]),
    ...(entries.has(tokens.everybody) ? [VISIBLE] : []),
  ];
};

/** Whether an asset is in a group, and its visibility opens it there. */
const isShownTo = (
  { kind, id }: Grant['group'],
  { organizationId, projectId }: AccessibleAsset,
  entries: ReadonlyMap<string, ReaderEntry>,
): boolean =>
  (kind === 'organization' && id === organizationId && entries.has(tokens.organization(id))) ||
  (kind === 'project' && id === projectId && entries.has(tokens.project(id)));

/** Whether somebody administers the organization that an asset is in. */
const isAdministratorOf = ({ through, role }: Grant, { organizationId }: AccessibleAsset): boolean =>
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
