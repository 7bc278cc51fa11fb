import type { AnyRecord } from '@cairn/contracts';
import { freshId } from '../clock/ids.js';
import { outcome, type RecordsUnderTest } from './conformance-world.js';
import type { Samples } from './conformance-values.js';

type Under = () => RecordsUnderTest;

/** Who sets which field, and to what. */
export const fieldCases = (fields: Samples, under: Under): void => {
  it('is made of what is required alone; all else is as it is at first', async () => {
    const { samples } = under();
    const body = samples.required();
    const id = await under().made(body);
    const initial = Object.fromEntries(samples.fields.map(([name]) => [name, samples.shownFirst(name)]));
    const { created_at, updated_at, ...shown } = (await under().read(id))!;
    expect(shown).toEqual({ ...initial, ...under().place(), ...under().world.own, ...body, id });
    expect(updated_at).toBe(created_at);
  });

  it.each(fields.names('required', 'optional'))('%s is set, changed, and kept when absent', async (name) => {
    const { samples } = under();
    const body = samples.whole();
    const id = await under().made(body);
    const before = (await under().read(id))!;
    expect(before).toMatchObject({ ...under().place(), ...body });
    const value = samples.another(name, body[name]!);
    expect(outcome(await under().update(id, { [name]: value }))).toBe('done');
    const { updated_at, ...after } = (await under().read(id))!;
    expect({ ...after, updated_at: before.updated_at }).toEqual({ ...before, [name]: value });
    expect(updated_at >= before.updated_at).toBe(true);
  });

  it.each(fields.names('optional'))('%s is cleared by null', async (name) => {
    const id = await under().made(under().samples.whole());
    const before = (await under().read(id))!;
    expect(outcome(await under().update(id, { [name]: null }))).toBe('done');
    const after = (await under().read(id))!;
    const { updated_at } = after;
    expect(after).toEqual({ ...before, updated_at, [name]: under().samples.shownFirst(name) });
  });

  it.each(fields.names('required'))('%s is not cleared, and not left out', async (name) => {
    const id = await under().made();
    expect(outcome(await under().update(id, { [name]: null }))).toBe('invalid_body');
    const { [name]: _, ...others } = under().samples.whole();
    expect(outcome(await under().create(others))).toBe('invalid_body');
  });

  it('is not changed by what it is already', async () => {
    const body = under().samples.whole();
    const id = await under().made(body);
    expect(outcome(await under().update(id, body))).toBe('done');
    expect(await under().revision(id)).toBe(0);
  });
};

/** Fields of the server in a body, which it ignores. */
export const ownFieldCases = (record: AnyRecord, fields: Samples, under: Under): void => {
  it.each([...fields.names('own'), 'created_at', 'updated_at'])('%s in a body is ignored', async (name) => {
    const { samples } = under();
    const isField = record.description.fields[name] !== undefined;
    const value = isField ? samples.another(name, samples.initial(name)) : '2001-01-01T00:00:00.000Z';
    const id = await under().made({ ...samples.required(), [name]: value });
    const before = (await under().read(id))!;
    expect(before[name]).not.toEqual(value);
    expect(await under().state(id)).not.toMatchObject({ values: { [name]: value } });
    expect(outcome(await under().update(id, { [name]: value }))).toBe('done');
    expect([await under().revision(id), await under().read(id)]).toEqual([0, before]);
  });

  it('an id in the body of a new one is ignored', async () => {
    const body = { ...under().samples.required(), id: freshId() };
    const id = await under().made(body);
    expect(id).not.toBe(body.id);
    expect(await under().read(body.id)).toBeUndefined();
  });
};

/** Texts that one record only may have are kept so that what looks the same is the same. */
export const keptTextCases = (record: AnyRecord, under: Under): void => {
  const unique = (record.description.unique ?? []).map(({ field }) => field);
  if (unique.length === 0) return;
  it.each(unique)('%s is kept clean', async (field) => {
    const { samples } = under();
    const [first, second] = [samples.another(field, null), samples.another(field, null)] as string[];
    const sent = (text?: string) => `\u00a0 \u200b${text?.replace(' ', ' \u3000 ')} \u200d`;
    const id = await under().made({ ...samples.required(), [field]: sent(first) });
    expect((await under().read(id))![field]).toBe(first);
    expect(outcome(await under().update(id, { [field]: sent(second) }))).toBe('done');
    expect((await under().read(id))![field]).toBe(second);
    expect(outcome(await under().update(id, { [field]: sent(second) }))).toBe('done');
    expect(await under().revision(id)).toBe(1);
  });
};
