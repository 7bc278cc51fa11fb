import { isRefusal } from '@cairn/kernel';
import { labelsIn } from './labels.js';

const read = async (content: string | Uint8Array): Promise<readonly string[] | string> => {
  const bytes = Buffer.from(content);
  const labels = await labelsIn({
    size: bytes.length,
    read: async (start, length) => bytes.subarray(start, start + length),
  });
  return isRefusal(labels) ? labels.refused : labels;
};

describe('a file of labels', () => {
  it.each([
    ['lines', 'cat\ndog\n'],
    ['lines of Windows, with a mark of their order', '\ufeffcat\r\ndog\r\n\r\n'],
    ['a JSON list', '["cat", "dog"]'],
    ['a JSON map of numbers', '{"1": "dog", "0": "cat"}'],
    ['a JSON map of names', '{"dog": 1, "cat": 0}'],
    ['a YAML list in brackets', 'train: images\nnames: [cat, "dog"] # two\nnc: 2'],
    ['a YAML list in brackets over lines', "names: ['cat',\n  dog]\n"],
    ['a YAML list of dashes', 'names:\n- cat\n- "dog"\nnc: 2\n'],
    ['an indented YAML list', 'names:\n  - cat # the first\n  - dog\n'],
    ['a YAML map', 'path: x\nnames:\n  1: dog\n  0: cat\n'],
  ])('is read as %s', async (_, content) => expect(await read(content)).toEqual(['cat', 'dog']));

  it.each([
    ['nothing', '  \n'],
    ['an empty name in its midst', 'cat\n\ndog'],
    ['a JSON list of something else', '[1, 2]'],
    ['broken JSON', '["cat"'],
    ['numbers with a gap', '{"0": "cat", "2": "dog"}'],
    ['a number twice', '{"0": "cat", "00": "dog"}'],
    ['a map of something else', '{"0": ["cat"]}'],
    ['YAML of another shape', 'names:\n  cat: dog\n'],
    ['YAML with a nested list', 'names: [[cat]]'],
    ['YAML that does not end', 'names: [cat'],
    ['a name that is too long', 'x'.repeat(501)],
    ['too many names', 'x\n'.repeat(10_001)],
    ['too much text', `${'x'.repeat(100)}\n`.repeat(10_000)],
    ['bytes that are no UTF-8', Uint8Array.of(0xc3, 0x28)],
  ])('is refused with %s', async (_, content) => expect(await read(content)).toBe('labels_invalid'));

  /** How long it takes to refuse all of these, in milliseconds. */
  const refusing = async (hostile: readonly string[]): Promise<number> => {
    const began = performance.now();
    for (const each of hostile) expect(await read(each)).toBe('labels_invalid');
    return performance.now() - began;
  };

  it('S11 is read in a moment whatever is in it', async () =>
    expect(
      await refusing([
        `names: [${' '.repeat(900_000)}`,
        `names: ['${"'".repeat(900_000)}`,
        `names:\n -${' '.repeat(900_000)}\u2028`,
        `names: ${' #'.repeat(400_000)}\u2028`,
        `names:\n${' 1:'.repeat(300_000)}`,
        '['.repeat(900_000),
        `{${'"a":'.repeat(200_000)}`,
      ]),
    ).toBeLessThan(5_000));

  it.each([
    ['commas', `names: [${','.repeat(900_000)}]`],
    ['lists in lists', `names: ${'['.repeat(900_000)}`],
    ['items in items', `names:\n${'- '.repeat(400_000)}`],
    ['anchors', `names: ${'&a '.repeat(300_000)}`],
    ['aliases', `names: [&a x,${'*a,'.repeat(300_000)}]`],
    ['keys', `names:\n${Array.from({ length: 90_000 }, (_, key) => ` ${key}: a\n`).join('')}`],
    ['other keys', `${'a: b\n'.repeat(150_000)}names: [cat]`],
    ['documents', '---\nnames: [cat]\n'.repeat(50_000)],
  ])('S11 is read in a moment with as many %s as fit', async (_, hostile) =>
    expect(await refusing([hostile])).toBeLessThan(3_000),
  );
});
