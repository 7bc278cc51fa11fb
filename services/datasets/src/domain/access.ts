import {
  type AccessAction,
  type AccessibleAsset,
  decideAccess,
  type Principal,
  type Refusal,
  refuse,
} from '@cairn/kernel';
import type { DatasetState, KnownDataset } from './dataset/state.js';

/** The same words for what does not exist and for what the caller may not know of (decisions, section 2, *Status*). */
export const notFound = (): Refusal => refuse('not_found', 'There is nothing at this address.');

/**
 * The dataset when the caller may do this to it, else why not. `now` decides whether a share is over. A deleted one is
 * not there but for who asks for deleted ones too.
 */
export const mayAccess = (
  principal: Principal,
  state: DatasetState,
  action: AccessAction,
  now: string,
  deletedToo = false,
): KnownDataset | Refusal => {
  if (state.status === 'none') return notFound();
  const refusal = accessRefusal(principal, accessible(state), action, now);
  if (refusal !== undefined) return refusal;
  return state.status === 'live' || deletedToo ? state : notFound();
};

/** Why the caller may not do this to a dataset, be it there or deleted; `undefined` when it may. */
export const accessRefusal = (
  principal: Principal,
  dataset: AccessibleAsset,
  action: AccessAction,
  now: string,
): Refusal | undefined => {
  const decision = decideAccess(principal, dataset, 'datasets', action, now);
  if (decision.allowed) return undefined;
  if (decision.because === 'unknown') return notFound();
  return decision.because === 'scope'
    ? refuse('scope_missing', `The key lacks the scope datasets:${action}.`)
    : refuse('forbidden', 'You may see this dataset, but you may not do that.');
};

/** What an access decision needs of a dataset, be it a state or a document. */
export const accessible = (dataset: Pick<KnownDataset, 'user_id' | 'readers' | 'organization_id'>) => ({
  userId: dataset.user_id,
  readers: dataset.readers,
  ...(dataset.organization_id === null ? {} : { organizationId: dataset.organization_id }),
});
