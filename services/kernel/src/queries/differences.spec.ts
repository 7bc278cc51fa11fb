import { inSlices } from '../clock/steps.js';
import { differences, differencesInSteps, hiddenFields } from './differences.js';

const HIDDEN = hiddenFields(['words', 'revision', 'annotations.*.updated_at']);
const pathsOf = (before: Parameters<typeof differences>[0], after: Parameters<typeof differences>[0]) =>
  differences(before, after, HIDDEN).map(({ path }) => path);

describe('what an event changed', () => {
  it('leaves out what serves queries, in its own place alone', () => {
    const named = { revision: 1, words: 'a', updated_at: 'x', label_ids: 1, readers: 1 };
    const changed = { revision: 2, words: 'b', updated_at: 'y', label_ids: 2, readers: 2 };
    expect(pathsOf({ ...named, attributes: named }, { ...changed, attributes: changed })).toEqual([
      '/updated_at',
      '/label_ids',
      '/readers',
      '/attributes/revision',
      '/attributes/words',
      '/attributes/updated_at',
      '/attributes/label_ids',
      '/attributes/readers',
    ]);
  });

  it('leaves out what every part of a kind has', () => {
    const part = (at: string, value: number) => ({
      updated_at: at,
      value,
      attributes: { updated_at: value },
    });
    expect(
      pathsOf(
        { annotations: { a: part('x', 1), b: part('x', 1) } },
        { annotations: { a: part('y', 2), b: part('y', 1) } },
      ),
    ).toEqual(['/annotations/a/value', '/annotations/a/attributes/updated_at']);
  });

  it('escapes names in pointers', () => {
    expect(pathsOf({ 'a/b~c': 1 }, { 'a/b~c': 2 })).toEqual(['/a~1b~0c']);
  });

  it('is told of very large documents while others have their turns, as of any other', async () => {
    const document = (y: number) => ({
      nodes: Object.fromEntries(
        Array.from({ length: 50_000 }, (_, n) => [`n${n}`, { name: `n ${n}`, at: { x: n, y } }]),
      ),
    });
    const [before, after] = [document(1), document(2)];
    const told = inSlices(differencesInSteps(before, after, HIDDEN));
    expect(told).toBeInstanceOf(Promise);
    expect((await told).map(({ path }) => path)).toEqual(pathsOf(before, after));
  });
});
