import type { Json } from '@cairn/kernel';
import { limits } from '../limits.js';
import { FileRefused } from './refusal.js';
import type { Tag } from './xml.js';

/** An XML element as JSON, as JsonML has it: its name, its attributes, then its children, texts among them. */
export type RawElement = readonly [string, Readonly<Record<string, string>>, ...Json[]];

/** Builds the elements that are kept as they are. */
export class RawBuilder {
  readonly #open: [string, Readonly<Record<string, string>>, ...Json[]][] = [];

  #count = 0;

  get building(): boolean {
    return this.#open.length > 0;
  }

  begin({ name, attributes, place }: Tag): void {
    this.#count = this.building ? this.#count + 1 : 1;
    if (this.#count > limits.keptElements)
      throw new FileRefused('too_large', `more than ${limits.keptElements} elements are to be kept`, place);
    this.#open.push([name, { ...attributes }]);
  }

  text(text: string): void {
    this.#open.at(-1)?.push(text);
  }

  /** The outermost element when it is through. */
  finish(): RawElement | undefined {
    const element = withoutLayout(this.#open.pop()!);
    const around = this.#open.at(-1);
    around?.push(element);
    return around === undefined ? element : undefined;
  }
}

/** Blanks between child elements are how a file is laid out. */
const withoutLayout = ([name, attributes, ...children]: RawElement): RawElement =>
  children.some((child) => Array.isArray(child))
    ? [name, attributes, ...children.filter((child) => typeof child !== 'string' || child.trim() !== '')]
    : [name, attributes, ...children];

export const isRaw = (
  value: Json | undefined,
): value is [string, Readonly<Record<string, string>>, ...Json[]] =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  typeof value[1] === 'object' &&
  value[1] !== null &&
  !Array.isArray(value[1]);
