import type { BoundCounts } from '../bound-counts.js';

/** The response of an answer. */
export interface Ending {
  once(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
}

interface Unread {
  readonly caller: string;
  readonly bytes: number;
}

/**
 * Large answers that were made whole and that their clients have not taken yet: they hold no place, but memory. When
 * all of them are too much, the oldest of the caller who has most is ended.
 */
export class UnreadAnswers {
  #bytes = 0;
  readonly #answers = new Map<Ending, Unread>();

  constructor(
    private readonly mostBytes: number,
    private readonly bounds: BoundCounts,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** Until its response is closed. */
  add(response: Ending, caller: string, bytes: number): void {
    this.#answers.set(response, { caller, bytes });
    this.#bytes += bytes;
    response.once('close', () => this.#remove(response));
    while (this.#bytes > this.mostBytes && this.#answers.size > 1) this.#endOne();
  }

  #remove(response: Ending): void {
    this.#bytes -= this.#answers.get(response)?.bytes ?? 0;
    this.#answers.delete(response);
  }

  #endOne(): void {
    const most = this.#callerWithMost();
    for (const [response, { caller }] of this.#answers) {
      if (caller !== most) continue;
      this.#remove(response);
      this.bounds.count('unread_bytes');
      response.destroy();
      return;
    }
  }

  #callerWithMost(): string | undefined {
    const byCaller = new Map<string, number>();
    for (const { caller, bytes } of this.#answers.values())
      byCaller.set(caller, (byCaller.get(caller) ?? 0) + bytes);
    return [...byCaller].sort(([, one], [, other]) => other - one)[0]?.[0];
  }
}
