import { foldWords } from '@cairn/kernel';

/** So many distinct words of the text find an item (decisions, section 7, 11). */
const MOST_WORDS = 200;

/** The folded words that an item is found by: all of its names, the first of its text. */
export const wordsOf = (item: {
  readonly name: string;
  readonly file: { readonly file_name: string } | null | undefined;
  readonly text: string;
}): readonly string[] => [
  ...new Set([...foldWords([item.name, item.file?.file_name ?? '']), ...foldWords([item.text], MOST_WORDS)]),
];
