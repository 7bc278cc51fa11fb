import type { Sharer } from './caller.js';
import { FairCapacity } from './fair-capacity.js';

const one = (account: string, bearer?: string, organization?: string): Sharer => ({
  account,
  bearer,
  organization,
});
/** How much somebody gets who takes it one by one. */
const greedily = (capacity: FairCapacity, sharer: Sharer, amount = 1): number => {
  let taken = 0;
  while (capacity.take(sharer, amount) === undefined) taken += amount;
  return taken;
};

describe('a fair capacity', () => {
  it('is taken and given back, by a bearer, its account and all', () => {
    const capacity = new FairCapacity({ forAll: 10, forOne: 6, least: 1 });
    const [session, key, bob] = [one('ada', 'session'), one('ada', 'key'), one('bob')];
    expect(capacity.take(session, 3)).toBeUndefined();
    expect(capacity.take(session, 1)).toEqual({ whose: 'bearer', most: 3 });
    expect(capacity.take(key, 3)).toBeUndefined();
    expect(capacity.take(one('ada', 'other'), 1)).toEqual({ whose: 'account', most: 6 });
    expect(capacity.take(bob, 5)).toEqual({ whose: 'all', most: 10 });
    expect([capacity.held, capacity.refused]).toEqual([6, 3]);
    capacity.give(session, 3);
    capacity.give(key, 3);
    expect(capacity.held).toBe(0);
    expect(greedily(capacity, session) + greedily(capacity, key)).toBe(6);
  });

  it('takes nothing when it is only asked', () => {
    const capacity = new FairCapacity({ forAll: 10, forOne: 6, least: 1 });
    expect(capacity.over(one('ada'), 6)).toBeUndefined();
    expect(capacity.over(one('ada'), 7)).toEqual({ whose: 'account', most: 6 });
    expect(capacity.held).toBe(0);
  });

  it('has room for the least that a session or key may have, when nobody holds any', () => {
    const capacity = new FairCapacity({ forAll: 12, forOne: 10, least: 10 });
    expect(capacity.take(one('ada', 'session'), 10)).toBeUndefined();
  });

  const transfers = { forAll: 100, forOne: 50, least: 1 };
  const heavyReads = { forAll: 8, forOne: 2, least: 1 };
  it.each([
    ['transfers, one at work', transfers, 1, 50, 10],
    ['transfers, two', transfers, 2, 60, 10],
    ['transfers, five', transfers, 5, 90, 10],
    ['heavy reads, one', heavyReads, 1, 2, 1],
    ['heavy reads, two', heavyReads, 2, 4, 1],
    ['heavy reads, five', heavyReads, 5, 7, 1],
  ])('of %s, who take all they get, one more account finds its part', (_, settings, others, taken, part) => {
    const capacity = new FairCapacity(settings);
    for (let other = 0; other < others; other += 1)
      for (const bearer of ['session', 'key', 'other key'])
        greedily(capacity, one(`account ${other}`, `${bearer} of ${other}`));
    expect(capacity.held).toBe(taken);
    expect(greedily(capacity, one('newcomer'))).toBeGreaterThanOrEqual(part);
  });

  it('counts keys of organizations for these, and for the person who made them: organizations cost nothing', () => {
    const capacity = new FairCapacity(transfers);
    const firm = ['ada', 'bob', 'eve'].map((person) => one(person, `robot of ${person}`, 'firm'));
    expect(firm.map((robot) => greedily(capacity, robot))).toEqual([25, 25, 0]);
    expect(capacity.take(one('eve', 'other robot', 'firm'), 1)).toEqual({ whose: 'organization', most: 50 });
    const mallory = new FairCapacity(transfers);
    const robots = Array.from({ length: 20 }, (_, at) => one('mallory', `robot ${at}`, `firm ${at}`));
    for (const robot of robots) greedily(mallory, robot);
    expect(mallory.held).toBe(50);
  });

  it('tells who is beyond its part, of what is left for others, how much that is', () => {
    const capacity = new FairCapacity(transfers);
    expect(greedily(capacity, one('ada'))).toBe(50);
    greedily(capacity, one('bob'));
    expect(capacity.take(one('bob'), 1)).toEqual({ whose: 'part', most: 10 });
  });

  it('is used whole by who comes while nobody takes more than its part', () => {
    const capacity = new FairCapacity(transfers);
    const accounts = Array.from({ length: 10 }, (_, index) => one(`account ${index}`));
    for (const account of accounts) for (let count = 0; count < 10; count += 1) capacity.take(account, 1);
    expect(capacity.held).toBe(100);
  });
});
