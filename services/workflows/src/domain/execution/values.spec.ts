import { beginningOf } from './beginning.js';
import { answerOf, bytesOf, inputOf, questionOf, shownValue, tooMuchOf, type Value } from './values.js';

const text = (of: string): Value => ({ kind: 'text', text: of });
const answer = (prediction: string): Value => ({
  kind: 'answer',
  answer: { prediction, confidence: 0.9, items: [{ prediction }], inference_id: 'i' },
});
const joined = (values: Readonly<Record<string, Value>>): Value =>
  inputOf(
    Object.entries({ ...values, skipped: undefined }).map(([name, value]) => ({ name, value })),
    NOTHING,
  );
const FILE: Value = { kind: 'file' };
const NOTHING: Value = { kind: 'nothing' };

describe('what flows between nodes', () => {
  it('is what the execution was given where nothing leads to a node, else what comes from the one that does', () => {
    expect(inputOf([], text('given'))).toEqual(text('given'));
    expect(inputOf([{ name: 'a', value: answer('x') }], text('given'))).toEqual(answer('x'));
    expect(inputOf([{ name: 'a', value: undefined }], text('given'))).toEqual(NOTHING);
  });

  it('is told by name where several lead to it: of those that failed `null`, of those that were skipped nothing', () => {
    const came = [
      { name: 'one', value: answer('x') },
      { name: 'failed', value: NOTHING },
      { name: 'skipped', value: undefined },
    ];
    const joined = inputOf(came, text('given'));
    expect(shownValue(joined, undefined)).toEqual({
      one: { prediction: 'x', confidence: 0.9, items: [{ prediction: 'x' }], inference_id: 'i' },
      failed: null,
    });
    expect(questionOf(joined)).toEqual({ text: '{"one":"x","failed":null}' });
  });

  it('asks a model a text, the first prediction of an answer, or the file; nothing and a file among others are none', () => {
    expect(questionOf(text(''))).toEqual({ text: '' });
    expect(questionOf(answer('left'))).toEqual({ text: 'left' });
    expect(questionOf(FILE)).toBe('the file');
    expect(questionOf(NOTHING)).toBeUndefined();
    expect(
      questionOf(
        inputOf(
          [
            { name: 'a', value: FILE },
            { name: 'b', value: text('x') },
          ],
          NOTHING,
        ),
      ),
    ).toBeUndefined();
  });

  it('shows the file by a handle that names no bytes (S23)', () => {
    const told = { file_name: 'a.png', content_type: 'image/png', size: 7 };
    expect(shownValue(FILE, told)).toEqual({ $file: 0, name: 'a.png', content_type: 'image/png', size: 7 });
  });

  it('takes a text that looks like a handle for a text', () => {
    const forged = JSON.stringify({ $file: 0, sha256: 'a'.repeat(64) });
    expect(questionOf(text(forged))).toEqual({ text: forged });
    expect(questionOf(answer(forged))).toEqual({ text: forged });
  });

  it('is measured without being written out: what is joined again and again doubles', () => {
    let value = text('x'.repeat(1_000));
    for (let times = 0; times < 40; times += 1)
      value = inputOf(
        [
          { name: 'a', value },
          { name: 'b', value },
        ],
        NOTHING,
      );
    expect(bytesOf(value)).toBeGreaterThan(1_000 * 2 ** 40);
  });

  it('leaves out of an answer what is less confident than the threshold, and keeps the first so many', () => {
    const items = [0.7, 0.2, 0.1].map((confidence, place) => ({
      ...{ prediction: `p${place}`, confidence, type: 'classification', value: {} },
    }));
    const result = { inference_id: 'i', model_version_id: 'v', error: '', items };
    expect(answerOf(result).items).toHaveLength(3);
    expect(answerOf(result, { threshold: 0.2 }).items).toHaveLength(2);
    const narrow = [{ ...items[0]!, confidence: Math.fround(0.7) }];
    expect(answerOf({ ...result, items: narrow }, { threshold: 0.7 }).items).toHaveLength(1);
    expect(answerOf(result, { top: 1 })).toMatchObject({ prediction: 'p0', items: [{ prediction: 'p0' }] });
    expect(answerOf(result, { threshold: 0.9 })).toMatchObject({ prediction: '', confidence: 0, items: [] });
  });

  it('takes an answer without an item for nothing: no model is asked an empty text that nobody said', () => {
    const result = { inference_id: 'i', model_version_id: 'v', error: '', items: [] };
    const none: Value = { kind: 'answer', answer: answerOf(result) };
    expect(questionOf(none)).toBeUndefined();
    expect(questionOf(joined({ none, said: answer('') }))).toEqual({ text: '{"none":null,"said":""}' });
  });

  it('is 10 MB and 64 objects deep at most', () => {
    const large = text('x'.repeat(5_000_000));
    expect(tooMuchOf(joined({ large }))).toBeUndefined();
    expect(tooMuchOf(joined({ large, again: large }))).toBe('larger than 10 MB');
    let value = text('x');
    for (let depth = 0; depth < 64; depth += 1) value = joined({ value });
    expect(tooMuchOf(value)).toBeUndefined();
    for (let depth = 0; depth < 100_000; depth += 1) value = joined({ value });
    expect(tooMuchOf(value)).toBe('nested more than 64 deep');
    expect(beginningOf(value, undefined, 20)).toBe('{"value":{"value":{…');
  });
});

describe('the beginning of a value', () => {
  it('is all of one that is short, as it is shown', () => {
    const value = joined({ a: text('"x"\n'), b: joined({}), c: NOTHING, d: FILE, e: answer('y') });
    expect(beginningOf(value, undefined, 500)).toBe(JSON.stringify(shownValue(value, undefined)));
    expect(beginningOf(text('as it is'), undefined, 8)).toBe('as it is');
    expect(beginningOf(NOTHING, undefined, 8)).toBeUndefined();
  });

  it('takes no longer where what is joined doubles, and cuts no character in two', () => {
    let value = text('x'.repeat(1_000));
    for (let times = 0; times < 40; times += 1) value = joined({ a: value, b: value });
    expect(beginningOf(value, undefined, 500)).toHaveLength(500);
    for (const before of ['', 'x']) {
      const lions = before + '🦁'.repeat(300);
      for (const each of [text(lions), joined({ lions: text(lions) })]) {
        const beginning = beginningOf(each, undefined, 500)!;
        expect([beginning.isWellFormed(), beginning.endsWith('🦁…')]).toEqual([true, true]);
        expect(beginning.length).toBeGreaterThan(498);
      }
    }
  });
});
