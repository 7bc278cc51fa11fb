import { pause } from '../clock/pause.js';
import { keptPosition } from '../eventlog/kept-position.js';
import type { Position } from '../base/position.js';
import type { Logger } from '../logging/port.js';
import type { Lag } from '../projection/projection.js';
import { lagBehind } from '../reactions/waiting.js';
import type { Leadership } from '../runtime/leadership.js';
import { gathered } from './gathered.js';
import type { Message, Publisher, Publishing } from './port.js';
import type { Publication } from './publication.js';

export interface RelayOptions {
  readonly publication: Publication;
  readonly publisher: Publisher;
  /** Which process publishes; the publisher's fence keeps order also when two think it is they. */
  readonly leadership: Leadership;
  readonly logger: Logger;
}

/** What is read from the log at once. */
const MAX_BATCH = 500;
/** What one transaction holds at most, but for the last batch; with the next one that is gathered meanwhile it bounds the memory. */
const MAX_MESSAGES = 4_000;
const MAX_BYTES = 4_000_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** When nothing is to be published, the position is still kept this often, so that a start does not look at it all again. */
const IDLE_POSITION_MS = 60_000;

/**
 * Publishes the log to one topic, in its order, without a gap, each event once (ADR-0009). The topic itself knows how
 * far it holds the log: after whatever went wrong, that is read again. No command waits for it.
 */
export class Relay {
  #position: Position | undefined;
  #isPublishing = false;
  #hasFailed = false;
  /** It leads, or waits to try again after it could not publish. */
  #isTrying = false;

  constructor(private readonly options: RelayOptions) {}

  /** Name of the topic. */
  get name(): string {
    return this.options.publication.topic.name;
  }
  /** Whether this process is the one that publishes, and can. */
  get isPublishing(): boolean {
    return this.#isPublishing;
  }

  /** Whether it is for this process to publish, and it cannot. */
  get isFailing(): boolean {
    return this.#isTrying && !this.#isPublishing && this.#hasFailed;
  }

  /** Everything up to here is published; `undefined` when this process never published to the topic. */
  get position(): Position | undefined {
    return this.#position;
  }

  /** What waits to be published; `undefined` when this process never published to the topic and so does not know. */
  async lag(): Promise<Lag | undefined> {
    const position = this.#position;
    return position === undefined ? undefined : lagBehind(this.options.publication, position);
  }

  /** Publishes until the signal aborts, standing by while another process does. Never throws. */
  async run(signal: AbortSignal): Promise<void> {
    const { leadership } = this.options;
    for (let failures = 0; !signal.aborted; failures += 1) {
      const before = this.#position;
      try {
        await leadership(`relay:${this.name}`, signal, (leading) => this.#lead(leading));
      } catch (error) {
        this.#failed(error);
      }
      if (this.#position !== before) failures = 0;
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), signal);
      this.#isTrying = false;
    }
  }

  async #lead(signal: AbortSignal): Promise<void> {
    this.#isTrying = true;
    const { publisher, publication } = this.options;
    const publishing = await publisher.takeOver(publication.topic);
    const subscription = new AbortController();
    try {
      this.#isPublishing = true;
      this.#position = keptPosition(publishing.position);
      await this.#follow(publishing, this.#position, AbortSignal.any([signal, subscription.signal]));
    } finally {
      this.#isPublishing = false;
      if (signal.aborted) this.#position = undefined;
      subscription.abort();
      await publishing.close();
    }
  }

  async #follow(publishing: Publishing, after: Position, signal: AbortSignal): Promise<void> {
    let keptAt = performance.now();
    for await (const some of gathered(this.#told(after, signal), isEnough)) {
      if (signal.aborted) return;
      const messages = some.flatMap((one) => one.messages);
      const through = some.at(-1)?.through ?? after;
      if (messages.length > 0 || performance.now() - keptAt > IDLE_POSITION_MS) {
        await publishing.publish(messages, through);
        keptAt = performance.now();
        this.#recovered();
      }
      this.#position = through;
    }
  }

  async *#told(after: Position, signal: AbortSignal): AsyncGenerator<Told, void, void> {
    const { publication } = this.options;
    const { log, categories } = publication;
    for await (const { events, position } of log.subscribe({
      after,
      categories,
      maxBatch: MAX_BATCH,
      signal,
    })) {
      const messages = await publication.messagesOf(events);
      yield { messages, bytes: bytesOf(messages), through: position };
    }
  }

  #recovered(): void {
    if (this.#hasFailed) this.options.logger.info({ topic: this.name }, 'a topic is published again');
    this.#hasFailed = false;
  }

  /** Says once what is wrong, until it goes well again. */
  #failed(error: unknown): void {
    const { logger } = this.options;
    const facts = { err: error, topic: this.name };
    if (this.#hasFailed) logger.debug(facts, 'a topic is still not published');
    else logger.error(facts, 'a topic is not published; it goes on where it was as soon as it can');
    this.#hasFailed = true;
  }
}

/** A batch of the log as messages. */
interface Told {
  readonly messages: readonly Message[];
  readonly bytes: number;
  readonly through: Position;
}

const isEnough = (gathered: readonly Told[]): boolean =>
  sumOf(gathered, ({ messages }) => messages.length) >= MAX_MESSAGES ||
  sumOf(gathered, ({ bytes }) => bytes) >= MAX_BYTES;

const sumOf = <Thing>(things: readonly Thing[], of: (thing: Thing) => number): number =>
  things.reduce((sum, thing) => sum + of(thing), 0);

const bytesOf = (messages: readonly Message[]): number => sumOf(messages, ({ value }) => value?.length ?? 0);
