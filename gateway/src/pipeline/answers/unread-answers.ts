import type { BoundCounts } from '../bound-counts.js';
import type { Sharer } from '../caller.js';

/** The response of an answer. */
export interface Ending {
  once(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
}

interface Unread {
  readonly sharer: Sharer;
  readonly bytes: number;
}

/**
 * Large answers that were made whole and that their clients have not taken yet: they hold no place, but memory. When
 * all of them are too much, the oldest is ended of the session or key that has most, of the account that has most.
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
  add(response: Ending, sharer: Sharer, bytes: number): void {
    this.#answers.set(response, { sharer, bytes });
    this.#bytes += bytes;
    response.once('close', () => this.#remove(response));
    while (this.#bytes > this.mostBytes && this.#answers.size > 1) this.#endOne();
  }

  #remove(response: Ending): void {
    this.#bytes -= this.#answers.get(response)?.bytes ?? 0;
    this.#answers.delete(response);
  }

  #endOne(): void {
    const ofAccount = ofWhoHasMost([...this.#answers], ({ account }) => account);
    const response = ofWhoHasMost(ofAccount, ({ bearer }) => bearer)[0]?.[0];
    if (response === undefined) return;
    this.#remove(response);
    this.bounds.count('unread_bytes');
    response.destroy();
  }
}

type Answers = readonly (readonly [Ending, Unread])[];

/** The answers of the one who has most bytes, the oldest first. */
const ofWhoHasMost = (answers: Answers, who: (sharer: Sharer) => string | undefined): Answers => {
  const held = new Map<string | undefined, number>();
  for (const [, { sharer, bytes }] of answers) held.set(who(sharer), (held.get(who(sharer)) ?? 0) + bytes);
  const most = Math.max(...held.values());
  return answers.filter(([, { sharer }]) => held.get(who(sharer)) === most);
};
