import { splitName, splitOfFile } from './split-names.js';

describe('names of splits', () => {
  it.each([
    ['train', 'train'],
    ['Training', 'train'],
    ['valid', 'validation'],
    ['val', 'validation'],
    ['dev', 'validation'],
    ['validation', 'validation'],
    ['test', 'test'],
    ['testing', 'test'],
    ['eval', 'test'],
    ['evaluation', 'test'],
    ['holdout 2', 'holdout 2'],
    ['constructor', 'constructor'],
  ])('takes %s for %s', (name, folded) => {
    expect(splitName(name)).toBe(folded);
  });

  it('takes a split out of a file name only when the name is well known', () => {
    expect(splitOfFile('data/val.jsonl')).toBe('validation');
    expect(splitOfFile('train.csv')).toBe('train');
    expect(splitOfFile('holdout.csv')).toBeUndefined();
  });
});
