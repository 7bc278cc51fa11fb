import { type Principal, scopesCover } from './principal.js';

/** Who may read an asset, and until when (RFC 3339). `role` says what more a share allows. */
export interface ReaderEntry {
  readonly token: string;
  readonly until?: string;
  readonly role?: 'share_viewer' | 'share_editor';
}

/** What a decision needs of an asset: its own ids and entries, nothing of other streams. */
export interface AccessibleAsset {
  readonly userId: string;
  readonly readers: readonly ReaderEntry[];
  readonly organizationId?: string | undefined;
}

export type AccessAction = 'read' | 'write' | 'delete' | 'share';

export type AccessDecision =
  | { readonly allowed: true; readonly because: 'owner' | 'share' | 'visibility' | 'system' }
  /** `unknown`: the caller must not learn that it exists (404). `forbidden`: it may see, and not do (403). */
  | { readonly allowed: false; readonly because: 'unknown' | 'forbidden' | 'scope' };

/**
 * The only place that decides (architecture, *Access*). `resource` is the permission's first half, `datasets`.
 * A caller without the scope to read gets the same answer whether the asset is its own or not.
 */
export const decideAccess = (
  principal: Principal,
  asset: AccessibleAsset,
  resource: string,
  action: AccessAction,
  at: string,
): AccessDecision => {
  if (principal.kind === 'system') return { allowed: true, because: 'system' };
  if (principal.organizationId !== undefined && principal.organizationId !== asset.organizationId)
    return unknown;
  const grant = grantOf(principal, asset, at);
  if (grant === undefined) return unknown;
  if (!scopesCover(principal.scopes, `${resource}:${action}`)) return { allowed: false, because: 'scope' };
  return grant.actions.includes(action)
    ? { allowed: true, because: grant.because }
    : { allowed: false, because: 'forbidden' };
};

interface Grant {
  readonly because: 'owner' | 'share' | 'visibility';
  readonly actions: readonly AccessAction[];
}

const grantOf = (principal: Principal, asset: AccessibleAsset, at: string): Grant | undefined => {
  if (principal.userId !== '' && principal.userId === asset.userId) return OWNER;
  const entries = asset.readers.filter(
    (entry) => principal.tokens.includes(entry.token) && (entry.until === undefined || entry.until > at),
  );
  if (entries.some((entry) => entry.role === 'share_editor')) return EDITOR;
  if (entries.some((entry) => entry.role === 'share_viewer')) return VIEWER;
  return entries.length > 0 ? VISIBLE : undefined;
};

const OWNER: Grant = { because: 'owner', actions: ['read', 'write', 'delete', 'share'] };
const EDITOR: Grant = { because: 'share', actions: ['read', 'write'] };
const VIEWER: Grant = { because: 'share', actions: ['read'] };
const VISIBLE: Grant = { because: 'visibility', actions: ['read'] };
const unknown: AccessDecision = { allowed: false, because: 'unknown' };

/** The readers that visibility alone gives; shares add theirs. */
export const readersOf = (asset: {
  readonly userId: string;
  readonly visibility: string;
}): readonly ReaderEntry[] => {
  const owner: ReaderEntry = { token: `user:${asset.userId}` };
  return asset.visibility === 'public' ? [owner, { token: 'public' }] : [owner];
};
