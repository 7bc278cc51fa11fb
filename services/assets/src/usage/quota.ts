import { type Quotas, type Refusal, refuse } from '@cairn/kernel';
import type { Charge } from './charge.js';
import type { Payer } from './payers.js';

/** What a quota bounds. */
const BOUNDS = ['datasets', 'items', 'bytes'] as const;

/**
 * Why who is charged for a kind of asset (`dataset`) and uses this may not take that as well; `undefined` when it may. What
 * is not wanted is not looked at, so that an account with too many items still takes bytes.
 */
export const quotaRefusal = (
  called: string,
  { used, wanted, quotas }: { readonly used: Charge; readonly wanted: Charge; readonly quotas: Quotas },
  of: Payer['kind'] = 'account',
): Refusal | undefined => {
  const bound = BOUNDS.find((each) => wanted[each] > 0 && isOver(each, used, wanted, quotas));
  if (bound === undefined) return undefined;
  const amounts = `${used[bound]} of ${quotas[bound]} ${bound}`;
  return refuse('quota_reached', `${whose(called, of)} has used ${amounts}.`, [
    { code: bound, message: `${amounts} are used; this takes ${wanted[bound]} more` },
  ]);
};

const whose = (called: string, of: Payer['kind']): string =>
  of === 'account' ? `The account of the ${called}’s owner` : `The organization of the ${called}`;

const isOver = (bound: (typeof BOUNDS)[number], used: Charge, wanted: Charge, quotas: Quotas): boolean =>
  quotas[bound] > 0 && used[bound] + wanted[bound] > quotas[bound];
