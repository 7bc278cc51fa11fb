import { type BeforeBatch, type Document, pagesOf } from '@cairn/kernel';
import { type Charge, NO_CHARGE, sumOf } from '../charge.js';
import type { Held } from './sums.js';
import type { Charged, Totalled } from './totalled.js';

const AT_ONCE = 1_000;

/** What is charged, with what is in it. */
export const heldOf = (charged: Charged, within: Charge = NO_CHARGE): Held => ({
  ...sumOf(charged, within),
  counted: 1,
});

/** What is in each of some documents, by their ids; nothing of those that nothing is in. */
export const heldIn = async (
  totalled: Totalled,
  before: Pick<BeforeBatch, 'findPage'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Charge>> => {
  const held = new Map<string, Charge>();
  const { within } = totalled;
  if (within === undefined || ids.length === 0) return held;
  const filter = { fields: { [within.field]: ids } };
  for await (const page of pagesOf(before, within.collection, filter, AT_ONCE, 'id'))
    for (const one of page) {
      const holder = holderOf(totalled, one);
      if (holder !== undefined)
        held.set(holder, sumOf(held.get(holder) ?? NO_CHARGE, one as Partial<Charge>));
    }
  return held;
};

/** The document that one is in. */
export const holderOf = ({ within }: Totalled, one: Document): string | undefined => {
  const named = within && one[within.field];
  return typeof named === 'string' ? named : undefined;
};
