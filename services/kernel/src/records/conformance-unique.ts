import type { AnyRecord, Unique } from '@cairn/contracts';
import { type Asking, outcome, type RecordsUnderTest } from './conformance-world.js';

type Under = () => RecordsUnderTest;

/** Spellings of one text, which are one value. */
const SPELLINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => ` ${text}\u00a0`,
  (text) => text.replace(' ', '  '),
  (text) => text.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)),
];

const AT_ONCE = 50;

/** Values that one live record only may have. */
export const uniqueCases = (record: AnyRecord, under: Under): void => {
  describe.each([...(record.description.unique ?? [])])('$field', (unique) => {
    rivalCases(unique, under);
    holdingCases(unique, under);
    leavingCases(unique, under);
    if (unique.within !== undefined && unique.within === record.description.inside)
      withinCases(unique, under);
  });
};

const TAKEN = 'value_taken';

/** A value that none has, and bodies with it. */
const wanting = (under: RecordsUnderTest, { field, within }: Unique) => {
  const value = under.samples.another(field, null) as string;
  const scope = under.samples.required();
  const body = (text = value) => ({
    ...under.samples.required(),
    ...(within !== undefined && within in scope ? { [within]: scope[within] } : {}),
    [field]: text,
  });
  return { value, body };
};

const rivalCases = (unique: Unique, under: Under): void => {
  const { field } = unique;

  it('is had by one of fifty that want it at once, however they spell it', async () => {
    const { value, body } = wanting(under(), unique);
    const spelt = Array.from({ length: AT_ONCE }, (_, n) => SPELLINGS[n % SPELLINGS.length]!(value));
    const replies = await Promise.all(spelt.map((text) => under().create(body(text))));
    const refused = replies.filter((reply) => reply.status === 'refused');
    expect([replies.length - refused.length, refused.length]).toEqual([1, AT_ONCE - 1]);
    for (const reply of refused)
      expect(reply).toMatchObject({ code: TAKEN, errors: [{ pointer: `/${field}`, code: TAKEN }] });
  });

  it('is had by one of many that are renamed to it at once', async () => {
    const { value } = wanting(under(), unique);
    const ids = await Promise.all(Array.from({ length: 10 }, () => under().made()));
    const replies = await Promise.all(ids.map((id) => under().update(id, { [field]: value })));
    expect(replies.map(outcome).sort()).toEqual(['done', ...Array.from({ length: 9 }, () => TAKEN)]);
  });
};

const holdingCases = (unique: Unique, under: Under): void => {
  const { field } = unique;

  it('is refused to another that is changed, and spelt otherwise by the one that has it', async () => {
    const { value, body } = wanting(under(), unique);
    const [one, other] = [await under().made(body()), await under().made()];
    const before = await under().read(other);
    expect(outcome(await under().update(other, { [field]: value.toUpperCase() }))).toBe(TAKEN);
    expect([await under().revision(other), await under().read(other)]).toEqual([0, before]);
    expect(outcome(await under().update(one, { [field]: value.toUpperCase() }))).toBe('done');
    expect(outcome(await under().create(body()))).toBe(TAKEN);
  });

  it('is not told to be taken to who may not change anything', async () => {
    const { value, body } = wanting(under(), unique);
    await under().made(body());
    const other = await under().made();
    const { principal, code } = under().world.stranger;
    const asking: Asking = { principal };
    const codes = [
      await under().create(body(), asking),
      await under().update(other, { [field]: value }, asking),
    ];
    expect(codes.map(outcome)).toEqual([code, code]);
  });

  it('is refused as what it is when the other thing that was said is wrong too', async () => {
    const { value, body } = wanting(under(), unique);
    await under().made(body());
    const other = await under().made();
    await under().remove(other);
    expect(outcome(await under().update(other, { [field]: value }))).toBe('not_found');
  });
};

const leavingCases = (unique: Unique, under: Under): void => {
  const { field } = unique;

  it('is free when the one that had it has another', async () => {
    const { body } = wanting(under(), unique);
    const one = await under().made(body());
    await under().update(one, { [field]: under().samples.another(field, null) });
    expect(outcome(await under().create(body()))).toBe('done');
    expect(outcome(await under().revert(one, 1))).toBe(TAKEN);
    expect(await under().revision(one)).toBe(1);
  });

  it('is free when the one that had it is deleted, which then does not come back', async () => {
    const { body } = wanting(under(), unique);
    const one = await under().made(body());
    await under().remove(one);
    const other = await under().made(body());
    expect([await under().restore(one), await under().revert(one, 1)].map(outcome)).toEqual([TAKEN, TAKEN]);
    expect(await under().read(one)).toBeUndefined();
    await under().remove(other);
    expect(outcome(await under().restore(one))).toBe('done');
    expect(outcome(await under().restore(other))).toBe(TAKEN);
  });

  it('is free when that it came back, or was changed, is undone', async () => {
    const { value, body } = wanting(under(), unique);
    const one = await under().made(body());
    await under().remove(one);
    await under().restore(one);
    expect(outcome(await under().revert(one, 2))).toBe('done');
    const other = await under().made();
    expect(outcome(await under().update(other, { [field]: value }))).toBe('done');
    expect(outcome(await under().revert(other, 1))).toBe('done');
    expect(outcome(await under().restore(one))).toBe('done');
  });

  it('stays with the one that had it and comes back to it at once', async () => {
    const { value, body } = wanting(under(), unique);
    const one = await under().made(body());
    const others = Array.from({ length: 5 }, () => under().samples.another(field, null));
    await Promise.all([...others, value].map((text) => under().update(one, { [field]: text })));
    expect(outcome(await under().update(one, { [field]: value }))).toBe('done');
    expect(outcome(await under().create(body()))).toBe(TAKEN);
    for (const text of others)
      expect(outcome(await under().create({ ...body(), [field]: text }))).toBe('done');
  });
};

/** Among those in one parent. */
const withinCases = (unique: Unique, under: Under): void => {
  it('is had in each parent', async () => {
    const { body } = wanting(under(), unique);
    const parent = await under().world.parent!.make(under().running);
    await under().made(body());
    expect(outcome(await under().create(body(), { parent }))).toBe('done');
    expect(outcome(await under().create(body(), { parent }))).toBe(TAKEN);
  });
};
