import type { TensorFacts } from '../port.js';
import { readConfig } from './config.js';
import { toldOfTask } from './taken.js';

const input = (type: string, shape: readonly (number | null)[]): TensorFacts => ({ name: 'x', type, shape });
const told = (config: object, ...inputs: readonly TensorFacts[]) =>
  toldOfTask(readConfig(JSON.stringify(config)), inputs.length === 0 ? undefined : inputs);
const image = input('float32', [null, 3, 224, 224]);

describe('what a model takes', () => {
  it.each([
    ['text-classification', 'text'],
    ['token-classification', 'text'],
    ['image-classification', 'file'],
    ['object-detection', 'file'],
    ['audio', 'file'],
    ['tabular', 'text'],
    ['raw', 'raw'],
  ])('is of the task %s: %s', (task, taken) => {
    expect(told({ task })).toEqual({ task, takes: [taken] });
  });

  it('is of embeddings what the inputs tell', () => {
    const takes = (facts: TensorFacts, more: object = {}) =>
      told({ task: 'embedding', ...more }, facts).takes;
    expect(takes(input('int64', [null, null]))).toEqual(['text']);
    expect(takes(image)).toEqual(['file']);
    expect(takes(input('float32', [null, 4]))).toEqual(['text']);
    expect(takes(input('float32', [null, 4]), { input: { sample_rate: 16_000 } })).toEqual(['file']);
    expect(told({ task: 'embedding' })).toEqual({ task: 'embedding' });
  });

  it('follows from the inputs where they can be only one thing, and is not guessed elsewhere', () => {
    expect(told({}, input('string', [null, 1]))).toEqual({ task: 'text-classification', takes: ['text'] });
    expect(told({}, input('float32', [null, 4]))).toEqual({ task: 'tabular', takes: ['text'] });
    expect(told({}, image)).toEqual({});
    expect(told({})).toEqual({});
  });
});
