/** What waits in a service: how many, and since when the oldest of them does. */
export interface Backlog {
  readonly waiting: number;
  /** RFC 3339; absent when nothing waits. */
  readonly since?: string;
}
