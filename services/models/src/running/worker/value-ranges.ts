import type { ValueRange } from '../port.js';
import { floatsOf, type Tensor } from '../tensors/tensor.js';

/** So many rows have to agree that numbers are probabilities, or stay between 0 and 1. One other number says that they do not. */
const ROWS_NEEDED = 8;
/** Numbers of 16 bits are not nearer. */
const TOLERANCE = 2e-3;

export const FLOATS: ReadonlySet<string> = new Set(['float16', 'float32', 'float64']);

/** What the numbers of one output have been. */
export class Range {
  #rows = 0;
  #isUnit = true;
  #addUp = true;
  #width = 0;

  /** How many numbers stand in a row, as far as rows were seen. */
  get width(): number {
    return this.#width;
  }

  see(output: Tensor): void {
    const width = widthOf(output);
    const values = floatsOf(output);
    if (values.length === 0) return;
    this.#width = width;
    this.#rows += 1;
    for (let from = 0; from < values.length; from += width) this.#row(values.subarray(from, from + width));
  }

  get range(): ValueRange | undefined {
    if (this.#rows > 0 && !this.#isUnit) return 'any_number';
    if (this.#rows < ROWS_NEEDED) return undefined;
    return this.#addUp && this.#width > 1 ? 'probabilities' : 'between_0_and_1';
  }

  #row(values: Float32Array | Float64Array): void {
    const isUnit = values.every((value) => value >= -TOLERANCE && value <= 1 + TOLERANCE);
    let sum = 0;
    for (const value of values) sum += value;
    this.#isUnit &&= isUnit;
    this.#addUp &&= Math.abs(sum - 1) <= TOLERANCE;
  }
}

/** A list of numbers has one for each row. */
export const widthOf = ({ dims }: Pick<Tensor, 'dims'>): number => (dims.length < 2 ? 1 : (dims.at(-1) ?? 1));
