import { nextTurn } from '../clock/pause.js';
import { increment, MODEL, Projector, put } from './conformance-store.js';
import { ChangeRefused, type Documents } from './port.js';

const MANY = 3_000;

/** Batches of so many changes that a store may give way while it applies them. */
export const largeCases = (store: () => Documents): void => {
  const many = Array.from({ length: MANY }, (_, n) => put({ id: `d${n}`, project: 'p', size: n }));
  const stands = async () => {
    const [count, first, last, checkpoint] = await Promise.all([
      store().count('things', { fields: { project: 'p' } }, MANY + 1),
      store().get('things', 'd0'),
      store().get('things', `d${MANY - 1}`),
      store().checkpoint(MODEL.projection, 'live'),
    ]);
    return { count, isFirst: first !== undefined, isLast: last !== undefined, checkpoint };
  };

  it('law 1: are there as a whole or not at all for who reads meanwhile', async () => {
    const projector = new Projector(store());
    let isOver = false;
    const applying = projector.apply(...many).finally(() => (isOver = true));
    const counts = new Set<number>();
    while (!isOver) {
      counts.add(await store().count('things', { fields: { project: 'p' } }, MANY + 1));
      await nextTurn();
    }
    await applying;
    expect([0, MANY]).toEqual(expect.arrayContaining([...counts]));
    expect(await stands()).toEqual({ count: MANY, isFirst: true, isLast: true, checkpoint: '00000001' });
  });

  it('law 1: leave nothing when one of their changes is refused, and the next batch is applied', async () => {
    const projector = new Projector(store());
    await projector.apply(increment('kept', { size: 1 }));
    const twice = ['a', 'b'].map((id) => put({ id, space: 's', name: 'n' }, 'names'));
    const refused = [...many.slice(0, MANY / 2), ...twice, ...many.slice(MANY / 2)];
    await expect(projector.apply(...refused)).rejects.toBeInstanceOf(ChangeRefused);
    expect(await stands()).toEqual({ count: 0, isFirst: false, isLast: false, checkpoint: '00000001' });
    expect(await store().get('names', 'a')).toBeUndefined();
    await projector.apply(increment('kept', { size: 1 }));
    expect(await store().get('things', 'kept')).toEqual({ id: 'kept', size: 2 });
  });

  it('law 1: are applied in their turn when several come at once', async () => {
    const projector = new Projector(store());
    const at = (from: string, to: string, by: number) =>
      projector.applyAt(from, to, [...many, increment('sum', { size: by })]);
    await projector.apply();
    const outcomes = await Promise.all([at('00000001', '00000002', 1), at('00000001', '00000003', 10)]);
    const applied = outcomes.findIndex(({ status }) => status === 'applied');
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['applied', 'moved']);
    expect(await store().get('things', 'sum')).toEqual({ id: 'sum', size: [1, 10][applied] });
  });
};
