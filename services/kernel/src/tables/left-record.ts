const [QUOTE, NEWLINE, RETURN] = [0x22, 0x0a, 0x0d];

/** Where the next record begins: behind the character, or at the quote that was held. */
type Next = 'behind' | 'at_quote' | undefined;

/** What a quote inside of quotes is: half of one that is written twice, the end of its cell, or neither. */
type Meaning = 'unknown' | 'doubled' | 'closing' | 'stray';

/**
 * The rest of a record that is left out, on the way to where it may well be over: a line that ends outside of quotes, two
 * stray quotes in a cell being a pair, or a line that begins with a quote which closes nothing.
 */
export class LeftRecord {
  /** In a cell whose quotes are not as they should be. */
  #isSpoilt = false;
  /** A quote of which only the next character tells what it is, and the `\r` behind it. */
  #held: 'none' | 'quote' | 'return' = 'none';
  #isHeldAtLine = false;
  #isAtLine = false;

  constructor(
    private readonly delimiter: number,
    private isQuoted: boolean,
    private isAtCell: boolean,
  ) {}

  static behindStrayQuote(delimiter: number): LeftRecord {
    const left = new LeftRecord(delimiter, false, false);
    left.#isSpoilt = true;
    return left;
  }

  /** What stood between the quote at which the next record begins and the character that told it. */
  get between(): string {
    return this.#held === 'return' ? '\r' : '';
  }

  /** Lets a character go by. */
  take(code: number): Next {
    return this.#held === 'none' ? this.#passed(code) : this.#explained(this.#meaning(code), code);
  }

  #explained(meaning: Meaning, code: number): Next {
    if (meaning === 'stray' && this.isQuoted && this.#isHeldAtLine) return 'at_quote';
    this.#held = meaning === 'unknown' ? 'return' : 'none';
    this.#isAtLine = this.isAtCell = false;
    if (meaning === 'unknown' || meaning === 'doubled') return undefined;
    [this.isQuoted, this.#isSpoilt] = [!this.isQuoted && meaning === 'stray', true];
    return this.#passed(code);
  }

  /** What the quote that is held is, by the character behind it. */
  #meaning(code: number): Meaning {
    if (code === NEWLINE) return 'closing';
    if (this.#held === 'return') return 'stray';
    if (code === RETURN) return 'unknown';
    if (code === QUOTE) return 'doubled';
    return code === this.delimiter ? 'closing' : 'stray';
  }

  #passed(code: number): Next {
    if (code === QUOTE) this.#quote();
    this.#isAtLine = code === NEWLINE;
    this.isAtCell = this.#isAtLine || code === this.delimiter;
    if (this.isAtCell && !this.isQuoted) this.#isSpoilt = false;
    return this.#isAtLine && !this.isQuoted ? 'behind' : undefined;
  }

  #quote(): void {
    if (!this.isQuoted && this.isAtCell) [this.isQuoted, this.#isSpoilt] = [true, false];
    else if (this.isQuoted || this.#isSpoilt) [this.#held, this.#isHeldAtLine] = ['quote', this.#isAtLine];
  }
}
