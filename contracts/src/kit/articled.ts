/** A word with its article: `an organization`. */
export const articled = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
