import { pointerTo } from '@cairn/kernel';
import { Problem } from '../../problems/problem.js';
import { unkeepable } from '../../problems/unkeepable.js';

/** What the text of one field of a form may be, bytes. */
export const LONGEST_TEXT = 64_000;
/** What the texts of all fields may be together: they are in memory, the files of the form are not. */
const MOST_TEXT = 256_000;

export const tooMuchForm = (what: string): Problem =>
  new Problem('payload_too_large', `The form ${what}.`, { bound: 'form' });

/** The texts of a form. */
export class FormTexts {
  readonly #texts = new Map<string, string>();
  #length = 0;

  /** With `once`, a field that stands twice is refused; else its last text counts. */
  constructor(private readonly once: boolean) {}

  get fields(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#texts);
  }

  /** Why a text is not taken; one in a charset that is not known comes as `undefined`. */
  take(name: string, text: string | undefined, isCut: boolean): Problem | undefined {
    if (text === undefined)
      return new Problem('malformed_request', 'A field of the form is in an unknown charset.');
    this.#length += text.length;
    if (isCut || this.#length > MOST_TEXT)
      return tooMuchForm(`has more text than ${LONGEST_TEXT} in a field, ${MOST_TEXT} in all`);
    if (text.includes('\0')) return unkeepable(pointerTo('', name), 'A field', 'holds the character NUL');
    if (this.once && this.#texts.has(name))
      return new Problem('malformed_request', 'A field stands twice in the form.');
    this.#texts.set(name, text);
    return undefined;
  }
}
