import { type Asker, Places } from './places.js';

describe('the places of a runner', () => {
  let places: Places;
  let ends: (() => void)[];
  beforeEach(() => {
    places = new Places(256);
    ends = [];
  });

  const of = (account: number, isWork = false): Asker => ({ account: `user:${account}`, isWork });
  /** Asks so often at once, and answers how often there was a place. */
  const taken = (asker: Asker, many: number): number => {
    const before = places.taken;
    for (let each = 0; each < many; each += 1)
      if (places.full(asker) === undefined)
        void places.during(asker, () => new Promise<void>((resolve) => ends.push(resolve)));
    return places.taken - before;
  };
  const ended = async (): Promise<void> => {
    for (const end of ends.splice(0)) end();
    await new Promise((resolve) => setImmediate(resolve));
  };

  it('are taken by one account by a quarter, by its executions by half of that; it is told so', async () => {
    expect([taken(of(1, true), 300), taken(of(1), 300)]).toEqual([32, 32]);
    expect([places.full(of(1)), places.full(of(2))]).toEqual(['account', undefined]);
    await ended();
    expect([places.taken, taken(of(1), 300)]).toEqual([0, 64]);
  });

  it.each([5, 30])('are there for one more account when %i take as many as they get', (many) => {
    for (let time = 0; time < 256; time += 1)
      for (let account = 1; account <= many; account += 1) taken(of(account), 1);
    expect(taken(of(0), 300)).toBeGreaterThanOrEqual(Math.floor(256 / (many + 1) / 2));
    expect(places.full(of(many + 1))).toBeUndefined();
  });

  it('are taken by executions of all by half: people still have the others', () => {
    const executions = Array.from({ length: 20 }, (_, account) => taken(of(account, true), 300));
    expect(executions.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(128);
    expect(taken(of(20), 300)).toBeGreaterThan(20);
  });

  it('are full for all when all are taken', () => {
    for (let account = 0; account < 300; account += 1) taken(of(account), 1);
    expect([places.taken, places.full(of(301))]).toEqual([256, 'all']);
  });
});
