import { type Charge, NO_CHARGE } from './charge.js';
import { quotaRefusal } from './quota.js';

describe('a quota', () => {
  const quotas = { datasets: 3, items: 10, bytes: 100 };
  const used = { datasets: 3, items: 8, bytes: 90 };
  const refusal = (wanted: Partial<Charge>, within = quotas, has = used) =>
    quotaRefusal('dataset', { used: has, wanted: { ...NO_CHARGE, ...wanted }, quotas: within });
  const bound = (wanted: object, within = quotas) => refusal(wanted, within)?.errors?.[0]?.code;

  it('is filled to the last, and not one more', () => {
    expect(bound({ items: 2, bytes: 10 })).toBeUndefined();
    expect(bound({ items: 3 })).toBe('items');
    expect(bound({ bytes: 11 })).toBe('bytes');
    expect(bound({ datasets: 1 })).toBe('datasets');
  });

  it('does not matter for what is not wanted, nor when it is 0', () => {
    expect(refusal({ bytes: 1 }, quotas, { ...used, items: 99 })).toBeUndefined();
    expect(
      bound({ datasets: 1, items: 1e9, bytes: 1e12 }, { datasets: 0, items: 0, bytes: 0 }),
    ).toBeUndefined();
  });

  it('tells the bound and what is used', () => {
    expect(refusal({ items: 5 })).toEqual({
      refused: 'quota_reached',
      detail: 'The account of the dataset’s owner has used 8 of 10 items.',
      errors: [{ code: 'items', message: '8 of 10 items are used; this takes 5 more' }],
    });
  });
});
