import { MongoTimeout } from '../../mongodb/index.js';
import { GenerationSwitches } from './generation-switches.js';

/** A server whose answers are given by hand. */
const server = () => {
  const asked: { readonly answer: (switches: number) => void; readonly fail: (error: Error) => void }[] = [];
  const ask = () => new Promise<number>((answer, fail) => asked.push({ answer, fail }));
  return { asked, ask };
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('how often generations were switched', () => {
  it('is asked beside a read, and once for all that begin while it is asked', async () => {
    const { asked, ask } = server();
    const switches = new GenerationSwitches(ask, 60_000);
    const read = (result: string) => switches.beside(Promise.resolve(result), 60_000);
    const first = read('a');
    expect(asked).toHaveLength(1);
    const later = [read('b'), read('c'), read('d')];
    expect(asked).toHaveLength(1);
    asked[0]!.answer(1);
    expect(await first).toEqual({ result: 'a', switches: 1 });
    await turn();
    expect(asked).toHaveLength(2);
    asked[1]!.answer(2);
    expect(await Promise.all(later)).toEqual(['b', 'c', 'd'].map((result) => ({ result, switches: 2 })));
    const last = read('e');
    expect(asked).toHaveLength(3);
    asked[2]!.answer(2);
    expect(await last).toEqual({ result: 'e', switches: 2 });
  });

  it('is not known when the server cannot be asked, until it can', async () => {
    const { asked, ask } = server();
    const switches = new GenerationSwitches(ask, 60_000);
    const reads = ['a', 'b'].map((result) => switches.beside(Promise.resolve(result), 60_000));
    asked[0]!.fail(new Error('away'));
    for (const read of reads) await expect(read).rejects.toThrow('away');
    const again = switches.beside(Promise.resolve('c'), 60_000);
    asked[1]!.answer(3);
    expect(await again).toEqual({ result: 'c', switches: 3 });
  });
});

describe('a call', () => {
  it('may take long on a server that answers', async () => {
    let times = 0;
    const switches = new GenerationSwitches(() => Promise.resolve((times += 1)), 30);
    const call = new Promise((resolve) => setTimeout(() => resolve('late'), 200));
    expect(await switches.whileAnswering(call, 60_000)).toBe('late');
    expect(times).toBeGreaterThan(2);
  });
  it('is given up when the server falls silent', async () => {
    const switches = new GenerationSwitches(() => new Promise<number>(() => undefined), 30);
    const call = new Promise(() => undefined);
    const began = performance.now();
    await expect(switches.whileAnswering(call, 60_000)).rejects.toBeInstanceOf(MongoTimeout);
    await expect(switches.beside(call, 60_000)).rejects.toBeInstanceOf(MongoTimeout);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
  it('is given up after its time, though the server answers', async () => {
    const switches = new GenerationSwitches(() => Promise.resolve(0), 30);
    const call = new Promise(() => undefined);
    await expect(switches.whileAnswering(call, 100)).rejects.toThrow('no answer within 100 ms');
  });
  it('that gives up by itself has failed, though the server answers', async () => {
    const switches = new GenerationSwitches(() => Promise.resolve(0), 30);
    const call = Promise.reject(new MongoTimeout('a rival holds it'));
    await expect(switches.whileAnswering(call, 500)).rejects.toThrow('a rival holds it');
  });
  it('fails as it fails, before the server is asked', async () => {
    const switches = new GenerationSwitches(() => Promise.reject(new Error('never asked')), 30);
    await expect(switches.whileAnswering(Promise.reject(new Error('refused')), 60_000)).rejects.toThrow(
      'refused',
    );
  });
});
