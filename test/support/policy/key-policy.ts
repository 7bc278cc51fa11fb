/** The reference policy of keys: its scopes, of what its owner may now, in its organization (SPEC-api-keys). */
import { assetActions, type AssetAction, type AssetFacts, type Facts, type KeyFacts } from './facts.js';
import { actionsOn, isIn, permissionOn } from './policy.js';

/** Whether a scope is one of a key's. */
export const hasScope = ({ scopes }: KeyFacts, permission: string): boolean => {
  const [resource, action] = permission.split(':');
  return scopes.some((scope) => {
    const [of, does] = scope.split(':');
    return (of === '*' || of === resource) && (does === '*' || does === action);
  });
};

/** Whether who holds it is let in: a key of an organization only while its owner is a member and that is open. */
export const isGood = (facts: Facts, { state, owner, organization }: KeyFacts): boolean =>
  state === 'good' &&
  !facts.closed.has(owner) &&
  (organization === undefined || isIn(facts, owner, organization));

/** Whether an asset is where a key reaches. */
export const isInReach = (key: KeyFacts, { organization }: Pick<AssetFacts, 'organization'>): boolean =>
  key.organization === undefined || key.organization === organization;

/** What a key may do to an asset, as long as that is there. */
export const keyActionsOn = (facts: Facts, key: KeyFacts, asset: AssetFacts): ReadonlySet<AssetAction> => {
  if (!isGood(facts, key) || !isInReach(key, asset)) return new Set();
  const own = actionsOn(facts, key.owner, asset);
  return new Set(
    assetActions.filter((action) => own.has(action) && hasScope(key, permissionOn(asset, action))),
  );
};
