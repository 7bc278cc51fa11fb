import type { Position } from '../base/position.js';
import type { EventLog } from '../eventlog/port.js';
import type { ServicePort } from '../definition/service-port.js';
import { unlessAway } from '../clock/unless-away.js';

/** Whoever asks again and again waits no longer than this each time, milliseconds. */
const LOOK_MS = 500;

/**
 * Whether the read models have come to where the log stood when this process began. Until then they may hold half of what
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

  /** Throws what the log throws while it does not say where it stands: it is asked again the next time. */
  async isOver(withinMs: number): Promise<boolean> {
    if (!this.#isOver) {
      const position = await this.#beganAt();
      const reached = await Promise.all(this.services.map((service) => service.reached(position, withinMs)));
      this.#isOver ||= !reached.includes(false);
    }
    return this.#isOver;
  }

  /** What can be said now, by whoever asks again soon. */
  async isOverNow(): Promise<boolean> {
    return (await unlessAway(this.isOver(LOOK_MS), 2 * LOOK_MS)) ?? false;
  }

  /** Where the log stood when it could first be asked. */
  #beganAt(): Promise<Position> {
    this.#began ??= this.log.head().catch((error: unknown) => {
      this.#began = undefined;
      throw error;
    });
    return this.#began;
  }
}
