/** What is remembered of the text of a table that went by: its lines, and whether it ended inside quotes. */
export class PassedText {
  #lines = 0;
  #isQuoted = false;

  get lines(): number {
    return this.#lines;
  }

  get isQuoted(): boolean {
    return this.#isQuoted;
  }

  add(text: string): void {
    this.#lines += countOf(text, '\n');
    if (countOf(text, '"') % 2 === 1) this.#isQuoted = !this.#isQuoted;
  }

  /** Where the first line that ends outside of quotes is over in the text that comes next; -1 when none does. */
  lineEndIn(text: string): number {
    let isQuoted = this.#isQuoted;
    for (let at = 0; at < text.length; at += 1) {
      if (text[at] === '"') isQuoted = !isQuoted;
      else if (text[at] === '\n' && !isQuoted) return at + 1;
    }
    return -1;
  }
}

/** How many delimiters stand outside of quotes in a text that begins inside of them or not. */
export const cellsOutside = (text: string, delimiter: string, isQuoted: boolean): number =>
  text
    .split('"')
    .filter((_, part) => (part % 2 === 1) === isQuoted)
    .reduce((count, part) => count + countOf(part, delimiter), 0);

export const countOf = (text: string, character: string): number => {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
};
