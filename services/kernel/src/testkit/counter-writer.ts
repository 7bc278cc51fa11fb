import { randomUUID } from 'node:crypto';
import type { Json } from '../base/json-value.js';
import { type EventLog, type EventToAppend, type Expected, NO_STREAM } from '../eventlog/port.js';

/** An event of the counters' domain as it is stored. */
export const counterEvent = (
  type: 'made' | 'added' | 'named',
  data: Json,
  metadata: Partial<EventToAppend['metadata']> = {},
): EventToAppend => ({
  id: randomUUID(),
  type: `kernel.counter.${type}.v1`,
  data,
  metadata: {
    command: randomUUID(),
    commandName: 'spec',
    request: '',
    actor: { kind: 'user', id: 'someone' },
    correlation: 'c',
    at: new Date().toISOString(),
    ...metadata,
  },
});

/** Writes counters to a log: each is made first, then added to. */
export class CounterWriter {
  readonly #tips = new Map<string, Expected>();

  constructor(
    private readonly log: EventLog,
    private readonly category = 'counter',
  ) {}

  /** Goes on with streams that another process began. */
  async resume(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const last = (await this.log.read(`${this.category}-${id}`)).at(-1);
      if (last !== undefined) this.#tips.set(id, last);
    }
  }

  /** Appends to a stream that this writer alone writes. */
  async append(id: string, ...events: readonly EventToAppend[]): Promise<void> {
    const expected = this.#tips.get(id) ?? NO_STREAM;
    const outcome = await this.log.append({ stream: `${this.category}-${id}`, expected, events });
    if (outcome.status === 'conflict') throw new Error('a counter has one writer');
    this.#tips.set(id, outcome.tip);
  }

  /** Appends one event to each of these: the first makes it. */
  async addToEach(ids: readonly string[]): Promise<void> {
    await Promise.all(
      ids.map((id) =>
        this.append(
          id,
          this.#tips.has(id) ? counterEvent('added', { by: 1 }) : counterEvent('made', { owner: 'o' }),
        ),
      ),
    );
  }
}
