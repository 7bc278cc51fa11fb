import { splitName, splitOfFile, splitsOfPlace } from './split-names.js';

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
    [' test ', 'test'],
    ['holdout 2', 'holdout 2'],
    ['constructor', 'constructor'],
  ])('takes %s for %s', (name, folded) => {
    expect(splitName(name)).toBe(folded);
  });

  it.each([
    ['data/val.jsonl', 'validation'],
    ['train.csv', 'train'],
    ['mails.train.csv', 'train'],
    ['train/data.csv', 'train'],
    ['a/Test/b/data.csv', 'test'],
    ['data/test-00000-of-00001.csv', 'test'],
    ['mails_dev2.csv', 'validation'],
    ['val2017.json', 'validation'],
    ['mails\\eval\\data.csv', 'test'],
    ['train/test.csv', 'test'],
    ['test/train_test/data.csv', undefined],
    ['train/train_val.csv', undefined],
    ['contest/latest.csv', undefined],
    ['holdout.csv', undefined],
    ['data.test', undefined],
    ['constructor/__proto__.csv', undefined],
    ['', undefined],
  ])('takes a well-known name out of %s, the nearest first: %s', (path, split) => {
    expect(splitOfFile(path)).toBe(split);
  });

  it.each([
    ['train', 'test/cat.png', ['train']],
    [undefined, 'images/test/cat.png', ['test']],
    [undefined, 'images/test.png', undefined],
    [undefined, 'images/cat.png', undefined],
  ])('takes the file of the record before the folders of its item: %s, %s', (ofFile, path, splits) => {
    expect(splitsOfPlace(ofFile, { path })).toEqual(splits);
  });

  it('takes none where neither tells one', () => {
    expect(splitsOfPlace(undefined, undefined)).toBeUndefined();
    expect(splitsOfPlace(undefined, {})).toBeUndefined();
    expect(splitsOfPlace('test', undefined)).toEqual(['test']);
  });
});
