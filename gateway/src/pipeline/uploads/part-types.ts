import { mediaTypeOf } from '../../http/media-type.js';

const HEAD_END = Buffer.from('\r\n\r\n');
/** What the parser of the form takes at most. */
const LONGEST_HEAD = 16 * 1024;

/**
 * The `Content-Type` of the files of a form, whole: the parser of the form tells them without their charset. It is shown
 * the bytes before the parser is, and remembers the heads of parts until their files come.
 */
export class PartTypes {
  readonly #delimiter: Buffer;
  readonly #heads: string[] = [];
  /** The end of what was seen; a form begins as if a line went before it. */
  #rest = Buffer.from('\r\n');
  #isHead = false;

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  see(chunk: Uint8Array): void {
    let bytes = Buffer.concat([this.#rest, chunk]);
    for (let at = this.#nextIn(bytes); at >= 0; at = this.#nextIn(bytes)) {
      if (this.#isHead) this.#heads.push(bytes.toString('latin1', 0, at));
      bytes = bytes.subarray(at + this.#mark.length);
      this.#isHead = !this.#isHead;
    }
    const kept = this.#isHead ? LONGEST_HEAD : this.#mark.length - 1;
    this.#rest = Buffer.from(bytes.subarray(-kept));
  }

  /** Of the next file, which the parser says to be of this type; that alone when no head of a file has it. */
  next(mimeType: string): string {
    for (let head = this.#heads.shift(); head !== undefined; head = this.#heads.shift())
      if (isFile(head, mimeType)) return valueIn(head, 'content-type') ?? mimeType;
    return mimeType;
  }

  get #mark(): Buffer {
    return this.#isHead ? HEAD_END : this.#delimiter;
  }

  #nextIn(bytes: Buffer): number {
    return bytes.indexOf(this.#mark);
  }
}

/** The value of a field of a head. What follows in lines that are folded is left out. */
const valueIn = (head: string, name: string): string | undefined => {
  const begin = `${name}:`;
  const line = head.split('\n').find((each) => each.slice(0, begin.length).toLowerCase() === begin);
  return line?.slice(begin.length).trim();
};

const NAMED = /;\s*filename\*?=/i;

/** Whether a head is that of a file of this type, as the parser tells it. */
const isFile = (head: string, mimeType: string): boolean => {
  const type = mediaTypeOf(valueIn(head, 'content-type') ?? '')?.type ?? 'text/plain';
  const isNamed = NAMED.test(valueIn(head, 'content-disposition') ?? '');
  return type === mimeType && (isNamed || type === 'application/octet-stream');
};
