/** A quote that closes a cell whose text goes on behind it. */
export interface StrayQuote {
  /** Where its record begins in the piece of text that was given; 0 when it began before. */
  readonly begun: number;
  /** The line on which its record begins, from 1. */
  readonly line: number;
  /** The line of the quote. */
  readonly at: number;
  /** The text that is still to come of the piece; the next record begins with it when this one `isOver`. */
  readonly rest: string;
  readonly isOver: boolean;
}

const QUOTE = '"';

/** What a quote inside of quotes is: half of one that is written twice, the end of its cell, or neither. */
type Meaning = 'doubled' | 'closing' | 'stray' | 'unknown';

/**
 * The text of a table as it goes by, piece by piece: how many lines it had, whether it stands inside quotes, and where they
 * are not as RFC 4180 has them. Only a quote at the start of a cell opens it; any other outside of quotes is a character.
 */
export class QuotedText {
  #lines = 0;
  #isQuoted = false;
  /** In a cell whose quotes are not as they should be. */
  #isSpoilt = false;
  /** The last character of what went by. */
  #last = '\n';
  /** A quote at the end of the last piece, with what followed: only the next piece tells what it is. */
  #held = '';
  /** Lines before the record that is under way. */
  #recordLines = 0;

  constructor(private readonly delimiter: string) {}

  /** Another one that goes on from here. */
  copy(): QuotedText {
    const copy = new QuotedText(this.delimiter);
    copy.#lines = this.#lines;
    copy.#isQuoted = this.#isQuoted;
    copy.#isSpoilt = this.#isSpoilt;
    copy.#last = this.#last;
    copy.#held = this.#held;
    copy.#recordLines = this.#recordLines;
    return copy;
  }

  get lines(): number {
    return this.#lines;
  }

  get isQuoted(): boolean {
    return this.#isQuoted;
  }

  /** Lets a whole piece go by, or as much of it as stands before the first quote that is not as it should be. */
  take(text: string): StrayQuote | undefined {
    const step = this.#begun(text);
    while (step.at < step.text.length) {
      if (!this.#isQuoted) this.#unquoted(step);
      else if (!this.#quoted(step)) return this.#stray(step);
    }
    this.#end(step);
    return undefined;
  }

  /**
   * Lets the rest of a record that is left out go by, to where it may well be over: a line that ends outside of quotes, two
   * stray quotes in a cell being a pair, or a line that begins with a quote which closes nothing. Answers what comes then;
   * `undefined` when that is not in this piece.
   */
  takeRecord(text: string): string | undefined {
    const step = this.#begun(text);
    for (; step.at < step.text.length; step.at += 1) {
      const next = this.#nextRecordAt(step);
      if (next !== undefined) return this.#nextRecord(step, next);
      step.at += this.#leave(step);
    }
    this.#end(step);
    return undefined;
  }

  /** Where the next record begins when the one that is left out is over here. */
  #nextRecordAt(step: Step): number | undefined {
    const { text, at } = step;
    if (text[at] === '\n' && !this.#isQuoted) {
      this.#lines += 1;
      return at + 1;
    }
    return text[at] === QUOTE && this.#isQuoted && this.#isStrayAtLine(step) ? at : undefined;
  }

  /** Lets a character go by. Answers how many more with it. */
  #leave(step: Step): number {
    const character = step.text[step.at];
    if (character === QUOTE) return this.#leaveQuote(step);
    if (character === '\n') this.#lines += 1;
    if (character === this.delimiter && !this.#isQuoted) this.#isSpoilt = false;
    return 0;
  }

  #leaveQuote(step: Step): number {
    if (!this.#isQuoted && this.#isStart(step.before(step.at))) {
      [this.#isQuoted, this.#isSpoilt] = [true, false];
      return 0;
    }
    return this.#isQuoted || this.#isSpoilt ? this.#leaveQuoteInCell(step) : 0;
  }

  #leaveQuoteInCell(step: Step): number {
    const meaning = this.#meaningAt(step);
    if (meaning === 'unknown') return this.#hold(step);
    if (meaning === 'doubled') return 1;
    [this.#isQuoted, this.#isSpoilt] = [!this.#isQuoted && meaning === 'stray', true];
    return 0;
  }

  #hold(step: Step): number {
    this.#held = step.text.slice(step.at);
    return this.#held.length;
  }

  #isStrayAtLine(step: Step): boolean {
    return step.before(step.at) === '\n' && this.#meaningAt(step) === 'stray';
  }

  #nextRecord(step: Step, at: number): string {
    step.at = at;
    [this.#isQuoted, this.#isSpoilt, this.#recordLines] = [false, false, this.#lines];
    this.#last = '\n';
    return step.rest;
  }

  #begun(text: string): Step {
    const step = new Step(this.#held + text, this.#held.length, this.#last);
    this.#held = '';
    return step;
  }

  #end(step: Step): void {
    this.#last = step.before(step.text.length - this.#held.length);
  }

  /** Goes to the next quote that opens a cell, past the ends of records. */
  #unquoted(step: Step): void {
    const quote = this.#opening(step);
    for (const line of step.linesTo(quote)) this.#newRecord(step, line + 1);
    this.#isQuoted = quote < step.text.length;
    step.at = quote + 1;
  }

  #newRecord(step: Step, at: number): void {
    this.#lines += 1;
    step.begun = at;
    this.#recordLines = this.#lines;
  }

  /** Where the next quote stands that is at the start of a cell; behind the text when there is none. */
  #opening(step: Step): number {
    const { text } = step;
    let quote = text.indexOf(QUOTE, step.at);
    while (quote !== -1 && !this.#isStart(step.before(quote))) quote = text.indexOf(QUOTE, quote + 1);
    return quote === -1 ? text.length : quote;
  }

  #isStart(before: string): boolean {
    return before === this.delimiter || before === '\n';
  }

  /** Goes behind the next quote inside of quotes, or to the end of the text. False at one that should not stand there. */
  #quoted(step: Step): boolean {
    const quote = step.text.indexOf(QUOTE, step.at);
    const end = quote === -1 ? step.text.length : quote;
    this.#lines += [...step.linesTo(end)].length;
    step.at = end;
    if (quote === -1) return true;
    const meaning = this.#meaningAt(step);
    if (meaning === 'stray') return false;
    if (meaning === 'closing') this.#isQuoted = false;
    step.at += meaning === 'unknown' ? this.#hold(step) : meaning === 'doubled' ? 2 : 1;
    return true;
  }

  #meaningAt({ text, at }: Step): Meaning {
    const behind = text.slice(at + 1, at + 3);
    if (behind === '' || behind === '\r') return 'unknown';
    if (behind.startsWith(QUOTE)) return 'doubled';
    return behind.startsWith(this.delimiter) || /^\r?\n/.test(behind) ? 'closing' : 'stray';
  }

  /** When it begins a line, the quotes before it were never closed: it is of the next record. */
  #stray(step: Step): StrayQuote {
    const told = { begun: step.given(step.begun), line: this.#recordLines + 1, at: this.#lines + 1 };
    if (step.before(step.at) === '\n')
      return { ...told, rest: this.#nextRecord(step, step.at), isOver: true };
    step.at += 1;
    [this.#isQuoted, this.#isSpoilt, this.#last] = [false, true, QUOTE];
    return { ...told, rest: step.rest, isOver: false };
  }
}

/** How far a piece of text has gone by. */
class Step {
  at = 0;
  /** Where the record that is under way begins. */
  begun = 0;
  #line = -2;

  constructor(
    readonly text: string,
    /** So much of it was given with the piece before. */
    private readonly held: number,
    private readonly last: string,
  ) {}

  get rest(): string {
    return this.text.slice(this.at);
  }

  /** A place in the piece as it was given. */
  given(place: number): number {
    return Math.max(0, place - this.held);
  }

  /** The character before a place. */
  before(place: number): string {
    return place === 0 ? this.last : this.text[place - 1]!;
  }

  /** The line ends from here up to a place. Each is looked for once: a place never lies before one that was asked for. */
  *linesTo(place: number): Generator<number, void, void> {
    let from = this.at;
    for (;;) {
      if (this.#line === -2 || (this.#line !== -1 && this.#line < from))
        this.#line = this.text.indexOf('\n', from);
      const line = this.#line;
      if (line === -1 || line >= place) return;
      yield line;
      from = line + 1;
    }
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
