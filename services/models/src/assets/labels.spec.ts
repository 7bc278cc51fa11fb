import { isRefusal } from '@cairn/kernel';
import { labelsIn } from './labels.js';

/** The labels in a text; or why there are none, as `code: sentence`. */
const read = async (text: string): Promise<readonly string[] | string> => {
  const bytes = Buffer.from(text);
  const labels = await labelsIn({
    size: bytes.length,
    read: async (start, length) => bytes.subarray(start, start + length),
  });
  return isRefusal(labels) ? `${labels.refused}: ${labels.detail}` : labels;
};

describe('a name in a file of labels', () => {
  it.each([
    ["names:\n  - 'C #1'\n  - 'it''s' # two\n", ['C #1', "it's"]],
    ['names: ["a\\tb", \'C #1\', C#2]', ['a\tb', 'C #1', 'C#2']],
    ['names:\n  0: "caf\\u00e9"\n  1: \'0x1: #\'\n', ['café', '0x1: #']],
    ['names: {0: cat, 1: "dog, wild"}', ['cat', 'dog, wild']],
    ['"names": [cat]\n', ['cat']],
    ["names:\n  '1': dog\n  '0': cat\n", ['cat', 'dog']],
    ['names:\n  - a long\n    name\n  - b\n', ['a long name', 'b']],
    ['---\n# made by a trainer\nnames: [cat]\nnc: 1\n...\n', ['cat']],
    ['path: &here ../data\ntrain: *here\nnames: [cat]\n', ['cat']],
    ['names:\r  - cat\r  - dog\r', ['cat', 'dog']],
  ])('is what YAML says: %j', async (text, names) => expect(await read(text)).toEqual(names));

  it.each([
    ['no'],
    ['yes'],
    ['null'],
    ['~'],
    ['1.50'],
    ['0x1F'],
    ['1e3'],
    ['2024-01-01'],
    ['.inf'],
    ['TRUE'],
  ])('stays the text %s that stands in the file', async (name) => {
    expect(await read(`names:\n  - ${name}\n`)).toEqual([name]);
    expect(await read(`names: [${name}]\n`)).toEqual([name]);
    expect(await read(`names:\n  0: ${name}\n`)).toEqual([name]);
    expect(await read(`%YAML 1.1\n---\nnames:\n  0: ${name}\n`)).toEqual([name]);
  });

  it('is a line, where each line is one', async () => {
    expect(await read("'C #1'\n- dog\n&a *b !c\n0x1: cat\n")).toEqual([
      ...["'C #1'", '- dog', '&a *b !c', '0x1: cat'],
    ]);
  });
});

describe('a number in a file of labels', () => {
  it.each([
    ['names:\n  0: cat\n  0: dog\n', 'The key "0" gives the number 0 a second time.'],
    ['names: {0: cat, 0: dog}', 'The key "0" gives the number 0 a second time.'],
    ['{"cat": 0, "dog": 0}', 'The key "dog" gives the number 0 a second time.'],
    ['{"0": "cat", "0": "dog"}', 'In the JSON at /0 a key stands twice in one object.'],
    ['{"cat": 0, "cat": 1}', 'In the JSON at /cat a key stands twice in one object.'],
    ['names: [cat]\nnames: [dog]\n', 'The key `names` stands twice.'],
  ])('is given once: %j', async (text, detail) => expect(await read(text)).toBe(`labels_invalid: ${detail}`));

  it.each([
    ['0x1'],
    ['1e0'],
    ['01'],
    ['1.0'],
    ['+1'],
    ['-1'],
    ['0o1'],
    ['1_0'],
    [''],
    ['one'],
    ['<<'],
    ['١'],
  ])('is a plain decimal, and not %j', async (key) => {
    const detail = `labels_invalid: The key ${JSON.stringify(key)} is no plain decimal number.`;
    expect(await read(`names:\n  0: cat\n  ${key}: dog\n`)).toBe(detail);
    expect(await read(`names: {0: cat, '${key}': dog}`)).toBe(detail);
    expect(await read(JSON.stringify({ 0: 'cat', [key]: 'dog' }))).toBe(detail);
  });
  it('is a plain decimal without spaces', async () => {
    const detail = 'labels_invalid: The key " 1" is no plain decimal number.';
    expect(await read('names: {0: cat, " 1": dog}')).toBe(detail);
    expect(await read('{"0": "cat", " 1": "dog"}')).toBe(detail);
  });
  it('is a whole number that a name has', async () => {
    expect(await read('{"cat": 0, "dog": 1.5}')).toBe(
      'labels_invalid: The key "dog" gives the number 1.5, which is no number of a label.',
    );
  });
  it.each([
    ['names:\n  0: cat\n  2: dog\n', 2],
    ['{"1": "cat", "2": "dog"}', 2],
    ['{"cat": 0, "dog": 1000000}', 1_000_000],
  ])('has no gap before it: %j', async (text, number) => {
    const key = text.includes('1000000') ? 'dog' : String(number);
    expect(await read(text)).toBe(
      `labels_invalid: The key ${JSON.stringify(key)} gives the number ${number}, and numbers before it are missing: 2 labels have the numbers 0 to 1.`,
    );
  });
});

describe('YAML in a file of labels', () => {
  it.each([
    ['names: &all [cat]', 'names'],
    ['all: &all [cat]\nnames: *all', 'names'],
    ['names: !!seq [cat]', 'names'],
    ['names: !!python/tuple [cat]', 'names'],
    ['a: b\n"names": !x [cat]', 'names'],
    ['names: [cat, &a dog]', '1'],
    ['names: [&a cat, *a]', '0'],
    ['names:\n  - cat\n  - !!str dog\n', '1'],
    ['names:\n  - cat\n  - ! dog\n', '1'],
    ['names:\n  0: cat\n  1: &a dog\n', '1'],
    ['names:\n  &a 0: cat\n', '0'],
    ['names:\n  !!int 0: cat\n', '0'],
    ['b: &b {0: cat}\nnames:\n  <<: *b\n  1: dog\n', '<<'],
    ['b: &b 0\nnames:\n  *b : cat\n', '*b'],
  ])('has no anchor, alias or tag: %j', async (text, key) => {
    expect(await read(text)).toBe(
      `labels_invalid: At the key ${JSON.stringify(key)} stands an anchor, an alias or a tag, which labels have none of.`,
    );
  });

  it.each([
    ['names: [[cat]]', 'The key "0" has no name: a name is a text.'],
    ['names: [cat, a: b]', 'The key "1" has no name: a name is a text.'],
    ['names:\n  0: [cat]\n', 'The key "0" has no name: a name is a text.'],
    ['{"0": ["cat"]}', 'The key "0" has no name: a name is a text.'],
    ['names: cat', '`names` is no list, and no map of numbers to names.'],
    ['names:\n', '`names` is no list, and no map of numbers to names.'],
    ['text: |2\nnames: [cat]\n', undefined],
    ['names: [cat', 'Line 1 is no YAML: '],
    ['path: x\nnames:\n  - cat\n dog\n', 'Line '],
    ['names: [cat]\n---\nnames: [dog]\n', 'The YAML is more than one document.'],
    [`names: ${'['.repeat(100)}${']'.repeat(100)}`, 'The YAML is nested too deep.'],
  ])('is refused with a sentence: %j', async (text, detail) => {
    const answer = await read(text);
    if (detail === undefined) expect(answer).toEqual(['cat']);
    else expect(answer).toContain(`labels_invalid: ${detail}`);
  });
});
