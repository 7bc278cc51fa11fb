import { heapBytes } from '@cairn/kernel';
import type { Entry, ImportRecord } from '../../formats/index.js';

/** So much of records, bytes, waits for its slice: records may be 16 MB each. */
const SLICE_BYTES = 8 * 1024 * 1024;

/** Entries that wait until there are enough of them to be worth a look at what is there. */
export class Gathered<Element extends { readonly entry: Entry }> {
  #waiting: Element[] = [];
  #bytes = 0;

  constructor(private readonly most: number) {}

  get isFull(): boolean {
    return this.#waiting.length >= this.most || this.#bytes >= SLICE_BYTES;
  }

  add(element: Element): void {
    this.#waiting.push(element);
    if (element.entry.kind === 'item') this.#bytes += bytesOf(element.entry);
  }

  taken(): readonly Element[] {
    const waiting = this.#waiting;
    [this.#waiting, this.#bytes] = [[], 0];
    return waiting;
  }
}

/** What a record takes in memory, about. */
const bytesOf = ({ text = '', annotations, attributes }: ImportRecord): number =>
  annotations.reduce(
    (bytes, annotation) => bytes + heapBytes(annotation.value) + heapBytes(annotation.attributes),
    text.length + heapBytes(attributes),
  );
