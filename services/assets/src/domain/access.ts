import type { AssetResource } from '@cairn/contracts';
import {
  type AccessAction,
  type AccessibleAsset,
  type AssetCaller,
  decideAccess,
  notFound,
  type PlacedAsset,
  type Refusal,
  refuse,
} from '@cairn/kernel';
import type { AssetState, KnownAsset } from './state.js';

/** A kind of asset as rights and people call it. */
export interface AssetName {
  /** The first half of its permissions. */
  readonly resource: AssetResource;
  /** In sentences: `dataset`. */
  readonly called: string;
}

interface Placed {
  readonly user_id: string;
  readonly organization_id?: string | null | undefined;
  readonly project_id?: string | null | undefined;
}

/** Whose an asset is and which groups it is in, be it a state or a document. */
export const placeOf = (asset: Placed): PlacedAsset => ({
  userId: asset.user_id,
  organizationId: asset.organization_id ?? undefined,
  projectId: asset.project_id ?? undefined,
});

/** What an access decision needs of an asset, be it a state or a document. */
export const accessible = (
  asset: Placed & { readonly readers: AccessibleAsset['readers'] },
): AccessibleAsset => ({ ...placeOf(asset), readers: asset.readers });

/** Why the caller may not do this to an asset, be it there or deleted; `undefined` when it may. */
export const accessRefusal = (
  { resource, called }: AssetName,
  caller: AssetCaller,
  asset: AccessibleAsset,
  action: AccessAction,
): Refusal | undefined => {
  const permission = `${resource}:${action}` as const;
  const decision = decideAccess(caller, asset, permission, caller.at);
  if (decision.allowed) return undefined;
  if (decision.because === 'unknown') return notFound();
  return decision.because === 'scope'
    ? refuse('scope_missing', `The key lacks the scope ${permission}.`)
    : refuse('forbidden', `You may see this ${called}, but you may not do that.`);
};

/**
 * The asset when the caller may do this to it, else why not. A deleted one is not there but for who asks for deleted ones
 * too.
 */
export type MayAccess = <Known extends KnownAsset>(
  caller: AssetCaller,
  state: AssetState<Known>,
  action: AccessAction,
  deletedToo?: boolean,
) => Known | Refusal;

export const mayAccess =
  (name: AssetName): MayAccess =>
  (caller, state, action, deletedToo = false) => {
    if (state.status === 'none') return notFound();
    const refusal = accessRefusal(name, caller, accessible(state), action);
    if (refusal !== undefined) return refusal;
    return state.status === 'live' || deletedToo ? state : notFound();
  };
