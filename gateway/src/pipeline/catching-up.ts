import { counted, type EventLog, patient, type Position, type ServicePort } from '@cairn/kernel';
import { Problem } from '../problems/problem.js';

/** A start is mostly a matter of milliseconds: a read waits for it, as for what was just written. Times the patience. */
const WAIT_MS = 2_000;

/**
 * Whether the read models have come to where the log stood when this gateway began. Until then they may hold half of what
 * there is: after they were dropped, or while a release makes them anew. Once they have, it is never asked again.
 */
export class CatchingUp {
  /** Where the log stood; `undefined` while it has not said. */
  #began: Promise<Position> | undefined;
  #isOver = false;

  constructor(
    private readonly log: Pick<EventLog, 'head'>,
    private readonly services: readonly Pick<ServicePort, 'reached'>[],
  ) {
    this.#beganAt().catch(() => undefined);
  }

  /**
   * Throws `projection_lag` while a read would show less than there is, and what the log throws while it does not say how
   * much that is: it is asked again by the next read.
   */
  async refuseRead(): Promise<void> {
    if (this.#isOver) return;
    if (!(await this.#haveReached(await this.#beganAt())))
      throw new Problem('projection_lag', 'The read models are being made anew; nothing is lost.');
    this.#isOver = true;
  }

  /** Where the log stood when it could first be asked. */
  #beganAt(): Promise<Position> {
    this.#began ??= this.log.head().catch((error: unknown) => {
      this.#began = undefined;
      throw error;
    });
    return this.#began;
  }

  async #haveReached(position: Position): Promise<boolean> {
    const reached = await counted('catching_up', WAIT_MS, () =>
      Promise.all(this.services.map((service) => service.reached(position, patient(WAIT_MS)))),
    );
    return !reached.includes(false);
  }
}
