import type { GraphElement, GraphFacts } from '../element.js';
import type { Place } from './refusal.js';

/** Where a reader puts what it finds. */
export interface Sink {
  /** `place`: where an element begins. */
  give(this: void, found: GraphFacts): void;
  give(this: void, found: GraphElement, place: Place): void;
  /** Something was not taken over, or as something else. */
  lose(this: void, what: string, count?: number): void;
}

/** Reads a text that comes in pieces of any size. Throws `FileRefused`. */
export interface TextReader {
  write(text: string): void;
  end(): void;
  /** Known at the end at the latest. */
  readonly dialect: string;
}
