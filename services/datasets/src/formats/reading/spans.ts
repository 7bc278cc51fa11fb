import type { RecordAnnotation } from '../format.js';
import { FieldInvalid } from './fields.js';

/** A text whose places are counted in Unicode code points (SPEC-annotation). */
export class CodePoints {
  readonly #points: readonly string[] | undefined;
  constructor(private readonly text: string) {
    this.#points = /[\ud800-\udfff]/.test(text) ? Array.from(text) : undefined;
  }

  get length(): number {
    return this.#points?.length ?? this.text.length;
  }

  slice(start: number, end: number): string {
    return this.#points === undefined ? this.text.slice(start, end) : this.#points.slice(start, end).join('');
  }
}

/** A span annotation over part of a text. Throws `FieldInvalid` when it does not lie in the text. */
export const spanOf = (text: CodePoints, start: number, end: number, label: string): RecordAnnotation => {
  const inside =
    Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= text.length;
  if (!inside) throw new FieldInvalid(`the span ${start} to ${end} is not in the text`);
  return { type: 'span', label, value: { start, end, text: text.slice(start, end) } };
};
