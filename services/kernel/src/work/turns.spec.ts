import { givesWay, inTurn } from './turns.js';

const job = (tenant: string, id: number) => ({ tenant, id });
const held = (tenant: string, since: number) => ({ tenant, since });
const tenantsOf = (jobs: readonly { readonly tenant: string }[]) => jobs.map(({ tenant }) => tenant);

describe('the turn of work that waits', () => {
  const many = Array.from({ length: 50 }, (_, id) => job('greedy', id));

  it('comes to every tenant before it comes to one again', () => {
    const [one, other, ...rest] = inTurn([...many, job('b', 1), job('c', 1)], [held('greedy', 0)]);
    expect(tenantsOf([one!, other!]).sort()).toEqual(['b', 'c']);
    expect(new Set(tenantsOf(rest))).toEqual(new Set(['greedy']));
  });

  it('alternates between tenants who wait with many', () => {
    const both = inTurn([...many, ...many.map(({ id }) => job('b', id))], []);
    for (let turn = 0; turn < both.length; turn += 2)
      expect(tenantsOf(both.slice(turn, turn + 2)).sort()).toEqual(['b', 'greedy']);
  });

  it('is left to chance among the jobs of a tenant', () => {
    const firsts = new Set(Array.from({ length: 100 }, () => inTurn(many, [])[0]!.id));
    expect(firsts.size).toBeGreaterThan(1);
  });
});

describe('what gives way to new work', () => {
  it('is nothing while one has not had its turn', () => {
    expect(givesWay([held('a', 0), held('b', 90)], 100, 50)).toBeUndefined();
  });

  it('is of the tenant who holds most places, what took its place last', () => {
    const places = [held('b', 40), held('a', 10), held('a', 20), held('c', 50)];
    expect(givesWay(places, 100, 50)).toEqual(held('a', 20));
  });
});
