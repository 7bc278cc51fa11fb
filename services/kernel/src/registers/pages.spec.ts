import { type Embedded, openEmbedded } from '../testkit/index.js';
import { registerPages } from './pages.js';
import { MOST_LISTED } from './port.js';

describe('pages of registers', () => {
  let engines: Embedded;
  beforeEach(() => {
    engines = openEmbedded();
  });
  afterEach(() => engines.remove());

  const keysIn = async (prefix: string, each: (key: string) => Promise<void> = async () => undefined) => {
    const keys: string[] = [];
    for await (const page of registerPages(engines.registers, prefix))
      for (const { key } of page) {
        keys.push(key);
        await each(key);
      }
    return keys;
  };

  it('have all that one list does not hold, and nothing beside', async () => {
    const made = Array.from({ length: MOST_LISTED + 2 }, (_, at) => `a:${String(at).padStart(5, '0')}`);
    for (const key of ['a', 'b:0', ...made]) await engines.registers.put(key, true, undefined);
    expect(await keysIn('a:')).toEqual(made);
    expect(await keysIn('c:')).toEqual([]);
  });

  it('go on where registers are removed meanwhile', async () => {
    for (let at = 0; at < MOST_LISTED + 2; at += 1) await engines.registers.put(`a:${at}`, true, undefined);
    expect(await keysIn('a:', (key) => engines.registers.remove(key))).toHaveLength(MOST_LISTED + 2);
    expect(await keysIn('a:')).toEqual([]);
  });
});
