import { streamCategories } from '@cairn/contracts';
import { allServices, refuseUndeclaredCategories } from './index.js';

describe('the list of services', () => {
  it('has every service that the contract declares streams for', () => {
    expect(allServices.map(({ name }) => name).sort()).toEqual(Object.keys(streamCategories).sort());
  });

  it('is refused when a service writes streams that are not declared, or does not write what is', () => {
    const [identity] = allServices;
    const declared = { ...streamCategories, identity: (streamCategories['identity'] ?? []).slice(1) };
    expect(() => refuseUndeclaredCategories(allServices, declared)).toThrow(
      'identity writes streams that contracts/src/identity/area.ts does not declare: user',
    );
    const less = { name: 'identity', aggregates: (identity?.aggregates ?? []).slice(1) };
    expect(() => refuseUndeclaredCategories([less])).toThrow(
      'contracts/src/identity/area.ts declares streams that identity does not write: user',
    );
  });
});
