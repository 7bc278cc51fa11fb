/** The names by which columns of tables, and keys of JSON objects, are known (SPEC-dataset-formats): lower case. */
interface RoleNames {
  /** The first column of these that a header has is taken. */
  readonly best: readonly string[];
  /** Where there is none of them, the first of these. */
  readonly otherwise: readonly string[];
}

export const roleNames = {
  text: {
    best: ['text', 'input', 'content'],
    otherwise: [
      'sentence',
      'review',
      'document',
      'body',
      'utterance',
      'question',
      'tweet',
      'comment',
      'message',
    ],
  },
  file_name: {
    best: ['file_name', 'image', 'path', 'url'],
    otherwise: ['filename', 'filepath', 'img', 'image_path', 'audio'],
  },
  label: {
    best: ['label', 'class', 'category', 'target'],
    otherwise: ['sentiment', 'intent', 'topic', 'tag', 'annotation'],
  },
} as const satisfies Record<string, RoleNames>;

export type NamedRole = keyof typeof roleNames;

/** With all the rest a message stays below what is told of one (`work/imports/tally.ts`). */
const LONGEST_LIST = 160;

/** Names for people, as many of them as are read. */
export const listedNames = (names: readonly string[]): string => {
  const listed = names.join(', ');
  return listed.length <= LONGEST_LIST ? listed : `${listed.slice(0, LONGEST_LIST).toWellFormed()}…`;
};

const takenFor = (role: NamedRole): string =>
  [...roleNames[role].best, ...roleNames[role].otherwise].join(', ');

/** What would be taken for a text or a file, and what there is instead: `there` is "its columns are", say. */
export const withoutContent = (there: string, names: readonly string[]): string =>
  `a text is taken from ${takenFor('text')}; a file from ${takenFor('file_name')}; or name the column: ` +
  `?columns=text:its_name; ${there}: ${listedNames(names)}`;
