/** What waits in a service: how many, and since when the oldest of them does. */
export interface Backlog {
  readonly waiting: number;
  /** RFC 3339; absent when nothing waits. */
  readonly since?: string;
}

/** Something that a service counts in a process of its own accord, for metrics: `cairn_<name>`. */
export interface OwnMeasure {
  /** One that only grows ends with `_total`. */
  readonly name: string;
  readonly help: string;
  read(this: void): number;
}
