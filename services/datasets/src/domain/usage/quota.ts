import { type Quotas, type Refusal, refuse } from '@cairn/kernel';
import type { Charge } from './charge.js';

const WHOSE = {
  account: 'The account of the dataset’s owner',
  organization: 'The organization of the dataset',
} as const;
/** What a quota bounds. */
export const BOUNDS = ['datasets', 'items', 'bytes'] as const;

/**
 * Why who uses this may not take that as well; `undefined` when it may. What is not wanted is not looked at,
 * so that an account with too many items still takes bytes.
 */
export const quotaRefusal = (
  used: Charge,
  wanted: Charge,
  quotas: Quotas,
  of: keyof typeof WHOSE = 'account',
): Refusal | undefined => {
  const bound = BOUNDS.find((each) => wanted[each] > 0 && isOver(each, used, wanted, quotas));
  if (bound === undefined) return undefined;
  const amounts = `${used[bound]} of ${quotas[bound]} ${bound}`;
  return refuse('quota_reached', `${WHOSE[of]} has used ${amounts}.`, [
    { code: bound, message: `${amounts} are used; this takes ${wanted[bound]} more` },
  ]);
};

const isOver = (bound: (typeof BOUNDS)[number], used: Charge, wanted: Charge, quotas: Quotas): boolean =>
  quotas[bound] > 0 && used[bound] + wanted[bound] > quotas[bound];
