import type { AnyRecord } from '@cairn/contracts';
import { type Deed, transitionsOf } from './conformance-life.js';
import type { Samples } from './conformance-values.js';
import { same } from '../domain/fields.js';
import { outcome, type RecordsUnderTest, type Shown } from './conformance-world.js';

type Under = () => RecordsUnderTest;

/** As it is shown, but for when it was changed last. */
const shown = async (under: RecordsUnderTest, id: string): Promise<Omit<Shown, 'updated_at'>> => {
  const { updated_at: _, ...others } = (await under.read(id))!;
  return others;
};

/** Undoing a change among others. */
export const revertingCases = (fields: Samples, under: Under): void => {
  const settable = fields.names('required', 'optional');

  it('is as it was before a change that is undone, and after it when that is undone too', async () => {
    const body = under().samples.whole();
    const id = await under().made(body);
    const before = await shown(under(), id);
    await under().update(id, under().samples.unlike(body));
    const after = await shown(under(), id);
    expect(outcome(await under().revert(id, 1))).toBe('done');
    expect(await shown(under(), id)).toEqual(before);
    expect(outcome(await under().revert(id, 2))).toBe('done');
    expect(await shown(under(), id)).toEqual(after);
  });

  it.each(settable)('%s that was changed again is not undone, and is told', async (name) => {
    const { samples } = under();
    const body = samples.whole();
    const id = await under().made(body);
    const first = samples.another(name, body[name]!);
    await under().update(id, { [name]: first });
    await under().update(id, { [name]: samples.another(name, first) });
    const before = await shown(under(), id);
    const reply = await under().revert(id, 1);
    expect(reply).toMatchObject({ status: 'refused', code: 'not_revertible' });
    const errors = reply.status === 'refused' ? (reply.errors ?? []) : [];
    expect(errors.length).toBeGreaterThan(0);
    for (const { pointer = '', code, revision } of errors)
      expect([pointer.split('/')[1], code, revision]).toEqual([name, 'changed_since', 2]);
    expect([await under().revision(id), await shown(under(), id)]).toEqual([2, before]);
  });

  it.each(settable)(
    '%s stays as a later change made it when an earlier one of another is undone',
    async (name) => {
      const { samples } = under();
      const body = samples.whole();
      const id = await under().made(body);
      const { [name]: _, ...others } = samples.unlike(body);
      await under().update(id, others);
      const later = samples.another(name, body[name]!);
      await under().update(id, { [name]: later });
      const isAlone = Object.keys(others).length === 0;
      expect(outcome(await under().revert(id, 1))).toBe(isAlone ? 'not_revertible' : 'done');
      expect(await shown(under(), id)).toMatchObject({ ...body, [name]: later });
    },
  );
};

/** Undoing what made and ended it. */
export const revertedEndCases = (under: Under): void => {
  it('does not undo that it was made, nor what has not come', async () => {
    const id = await under().made();
    expect([await under().revert(id, 0), await under().revert(id, 1)].map(outcome)).toEqual([
      'not_revertible',
      'in_future',
    ]);
  });

  it('comes back when its deletion is undone, and goes when that it came back is', async () => {
    const id = await under().made(under().samples.whole());
    const before = await shown(under(), id);
    await under().remove(id);
    expect(outcome(await under().revert(id, 1))).toBe('done');
    expect(await shown(under(), id)).toEqual(before);
    expect(outcome(await under().revert(id, 2))).toBe('done');
    expect(await under().read(id)).toBeUndefined();
    expect(outcome(await under().restore(id))).toBe('done');
    const codes = [await under().revert(id, 1), await under().revert(id, 3)].map(outcome);
    expect(codes).toEqual(['not_revertible', 'not_revertible']);
    expect(await shown(under(), id)).toEqual(before);
  });

  it('has no change undone while it is deleted', async () => {
    const id = await under().made();
    await under().update(id, under().samples.whole());
    await under().remove(id);
    expect(outcome(await under().revert(id, 1))).toBe('not_found');
    expect(await under().revision(id)).toBe(2);
  });
};

/** Undoing what happened to it beside being changed. */
export const inverseCases = (record: AnyRecord, under: Under): void => {
  const names = Object.keys(record.transitions);
  const own = new Set(Object.values(record.transitions).map(({ storedType }): string => storedType));
  /** The one that a name stands for, after those that come before it. */
  const deedsTo = (name: string): readonly Deed[] => transitionsOf(under()).slice(0, names.indexOf(name) + 1);

  it.each(names)('%s is undone by an event with a meaning of its own, if at all', async (name) => {
    const id = await under().made();
    let before = await shown(under(), id);
    for (const deed of deedsTo(name)) {
      before = await shown(under(), id);
      await deed(under(), id);
    }
    const after = await shown(under(), id);
    const revision = await under().revision(id);
    const reply = await under().revert(id, revision);
    if (outcome(reply) === 'not_revertible') return;
    expect(outcome(reply)).toBe('done');
    const { type } = (await under().events(id)).at(-1)!;
    expect([own.has(type), await shown(under(), id)]).toEqual([true, before]);
    expect(outcome(await under().revert(id, revision + 1))).toBe('done');
    expect(await shown(under(), id)).toEqual(after);
  });

  it.each(names)('%s stays when another change is undone', async (name) => {
    const done = async (id: string): Promise<object> => {
      const from = await shown(under(), id);
      for (const deed of deedsTo(name)) await deed(under(), id);
      return differing(from, await shown(under(), id));
    };
    const fields = Object.keys(await done(await under().made()));
    const body = without(under().samples.whole(), fields);
    const id = await under().made(body);
    const before = await shown(under(), id);
    await under().update(id, under().samples.unlike(body));
    const kept = await done(id);
    expect(Object.keys(kept)).toEqual(fields);
    expect(outcome(await under().revert(id, 1))).toBe('done');
    expect(await shown(under(), id)).toEqual({ ...before, ...under().world.own, ...kept });
  });
};

const without = <Value>(values: Readonly<Record<string, Value>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** The fields that another thing shows otherwise, as it does. */
const differing = (one: object, other: object): object => {
  const [from, to] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  const names = [...new Set([...from.keys(), ...to.keys()])].filter(
    (name) => !same(from.get(name), to.get(name)),
  );
  return Object.fromEntries(names.map((name) => [name, to.get(name)]));
};
