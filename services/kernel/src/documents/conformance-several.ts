import { START } from '../base/position.js';
import { MODEL, Projector, put } from './conformance-store.js';
import type { Document, Documents, ReadModel } from './port.js';
import { ChangeRefused } from './port.js';

const OTHERS: readonly ReadModel[] = ['b', 'c', 'd'].map((name) => ({
  projection: `test.${name}`,
  version: 1,
  collections: [{ name: `${name}s`, indexes: [{ kind: 'compound', fields: ['name'], unique: true }] }],
}));

/** Read models of one process, which are applied to at the same time. */
export const severalCases = (store: () => Documents): void => {
  beforeEach(() => store().prepare([MODEL, ...OTHERS]));

  const projectors = (): readonly Projector[] =>
    OTHERS.map(({ projection }) => new Projector(store(), 'live', projection));
  const change = (index: number, document: Document) => put(document, OTHERS[index]!.collections[0]!.name);
  const kept = (id: string) =>
    Promise.all(OTHERS.map(({ collections }) => store().get(collections[0]!.name, id)));

  it('law 1: takes many batches of each, in the order of each', async () => {
    const run = async (projector: Projector, index: number): Promise<void> => {
      for (let n = 0; n < 20; n += 1) await projector.apply(change(index, { id: 'a', n }));
    };
    await Promise.all(projectors().map(run));
    expect(await kept('a')).toEqual(OTHERS.map(() => ({ id: 'a', n: 19 })));
  });

  it('law 1: refuses what one of them asks for, and applies the others', async () => {
    await Promise.all(projectors().map((projector, n) => projector.apply(change(n, { id: 'a', name: 'x' }))));
    const outcomes = await Promise.allSettled(
      projectors().map(async (projector, n) =>
        projector.apply(change(n, { id: 'b', name: n === 1 ? 'x' : 'y' })),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((outcomes[1] as PromiseRejectedResult).reason).toBeInstanceOf(ChangeRefused);
    expect(await kept('b')).toEqual([{ id: 'b', name: 'y' }, undefined, { id: 'b', name: 'y' }]);
  });

  it.each([0, 1, 2])(
    'law 1: tells one of them that it was overtaken, and applies the others (%d)',
    async (late) => {
      await projectors()[late]!.applyAt(START, '5', []);
      const outcomes = await Promise.all(
        projectors().map((projector, n) => projector.applyAt(START, '3', [change(n, { id: 'a' })])),
      );
      expect(outcomes).toEqual(
        OTHERS.map((_, n) => (n === late ? { status: 'moved', checkpoint: '5' } : { status: 'applied' })),
      );
      expect(await kept('a')).toEqual(OTHERS.map((_, n) => (n === late ? undefined : { id: 'a' })));
    },
  );
};
