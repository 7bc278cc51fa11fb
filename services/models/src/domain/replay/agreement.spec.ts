import { agree, type Answer } from './agreement.js';

const answer = (prediction: string, more: Partial<Answer> = {}): Answer => ({
  prediction,
  type: 'classification',
  value: {},
  ...more,
});
const numbers = (value: unknown, type = 'embedding'): Answer => answer('', { type, value });

describe('two versions agree about an input', () => {
  it.each<[string, Answer | undefined, Answer | undefined]>([
    [
      'that is of the same label, whatever its id',
      answer('spam', { class_id: 1 }),
      answer('spam', { class_id: 0 }),
    ],
    [
      'that is of a class which one has no name for',
      answer('1', { class_id: 1 }),
      answer('spam', { class_id: 1 }),
    ],
    ['in which both find nothing', undefined, undefined],
    [
      'that they write down alike',
      answer('hello', { type: 'transcription' }),
      answer('hello', { type: 'transcription' }),
    ],
    [
      'of which they find the same first',
      answer('cat', { type: 'rectangle', value: { x: 1 } }),
      answer('cat', { type: 'rectangle', value: { x: 9 } }),
    ],
    [
      'to which they answer a number within a ten thousandth',
      numbers({ value: 100 }, 'regression'),
      numbers({ value: 100.009 }, 'regression'),
    ],
    [
      'to which they answer vectors within that',
      numbers({ vector: [1, -2, 0] }),
      numbers({ vector: [1.00009, -2.0001, 1e-9] }),
    ],
    [
      'in tensors in which 0 has another sign',
      numbers({ a: { shape: [2], data: ['-0', 1] } }, 'raw'),
      numbers({ a: { shape: [2], data: [0, 1] } }, 'raw'),
    ],
    [
      'to which they answer tensors within that',
      numbers({ a: { shape: [1], data: [3] } }, 'raw'),
      numbers({ a: { shape: [1], data: [3.0002] } }, 'raw'),
    ],
    [
      'to which both answer what is no number',
      numbers({ value: 'NaN' }, 'regression'),
      numbers({ value: 'NaN' }, 'regression'),
    ],
  ])('%s', (_, before, after) => {
    expect([agree(before, after), agree(after, before)]).toEqual([true, true]);
  });

  it.each<[string, Answer | undefined, Answer | undefined]>([
    [
      'that is of another label, though of the same id',
      answer('spam', { class_id: 1 }),
      answer('ham', { class_id: 1 }),
    ],
    [
      'that is of another class, one without a name',
      answer('1', { class_id: 1 }),
      answer('ham', { class_id: 0 }),
    ],
    ['in which one finds nothing', answer('cat', { type: 'rectangle' }), undefined],
    [
      'to which they answer another number',
      numbers({ value: 100 }, 'regression'),
      numbers({ value: 100.02 }, 'regression'),
    ],
    ['to which they answer vectors of another length', numbers({ vector: [1, 2] }), numbers({ vector: [1] })],
    ['to which they answer tensors of other names', numbers({ a: [1] }, 'raw'), numbers({ b: [1] }, 'raw')],
    [
      'to which one answers what is no number',
      numbers({ value: 'NaN' }, 'regression'),
      numbers({ value: 1 }, 'regression'),
    ],
  ])('not about one %s', (_, before, after) => {
    expect([agree(before, after), agree(after, before)]).toEqual([false, false]);
  });
});
