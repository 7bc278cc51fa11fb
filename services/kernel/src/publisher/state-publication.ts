import { derivedId } from '../clock/ids.js';
import { type EventRegistry, eventRegistry } from '../domain/registry.js';
import { factsOf, understood } from '../domain/folded.js';
import { idOf } from '../domain/streams.js';
import type { EventLog, RecordedEvent, StreamName } from '../eventlog/port.js';
import { cloudEvent, type EnvelopeSettings } from './cloud-event.js';
import type { Message, Topic } from './port.js';
import type { Publication } from './publication.js';
import type { StateTopic } from './published.js';

export interface StatePublicationOptions {
  readonly topic: Topic;
  readonly state: StateTopic;
  /** With large payloads in their place. */
  readonly log: EventLog;
  readonly envelope: EnvelopeSettings;
}

/** The latest state of each stream of a category, as of the last event that was published. */
export const statePublication = (options: StatePublicationOptions): Publication => {
  const folds = new Folds(options.state, options.log);
  return {
    topic: options.topic,
    categories: [options.state.aggregate.category],
    log: options.log,
    messagesOf: async (events) => {
      const messages: Message[] = [];
      for (const recorded of await folds.take(events)) messages.push(messageOf(recorded, folds, options));
      return messages;
    },
  };
};

const messageOf = (
  recorded: RecordedEvent,
  folds: Folds,
  { state: { contract, publicState }, envelope }: StatePublicationOptions,
): Message => {
  const { state, createdAt, revision } = folds.of(recorded.stream);
  const facts = { id: idOf(recorded.stream), revision, createdAt, updatedAt: recorded.metadata.at };
  const data = publicState(state, facts);
  // Not the event's own id: no consumer sees one id with two meanings.
  const told = { ...recorded, id: derivedId(recorded.id, contract.type) };
  return cloudEvent(
    told,
    contract.type,
    data === undefined ? { kind: 'gone' } : { kind: 'data', data },
    envelope,
  );
};

interface Fold {
  state: unknown;
  revision: bigint;
  readonly createdAt: string;
}

/** How many states are kept; others are folded anew from their streams. */
const KEPT = 1_000;

/** States of streams as of the events that were taken, in the order of the log. */
class Folds {
  readonly #registry: EventRegistry;
  readonly #folds = new Map<StreamName, Fold>();

  constructor(
    private readonly topic: StateTopic,
    private readonly log: EventLog,
  ) {
    this.#registry = eventRegistry([topic.aggregate]);
  }

  /** Takes the next events; answers the last of each stream, in their order. */
  async take(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    this.#dropOldest();
    const last = new Map<StreamName, RecordedEvent>();
    for (const recorded of events) {
      await this.#takeOne(recorded);
      last.delete(recorded.stream);
      last.set(recorded.stream, recorded);
    }
    return [...last.values()];
  }

  of(stream: StreamName): Fold {
    const fold = this.#folds.get(stream);
    if (fold === undefined) throw new Error(`${stream} was not folded`);
    return fold;
  }

  async #takeOne(recorded: RecordedEvent): Promise<void> {
    const known = this.#folds.get(recorded.stream);
    this.#folds.delete(recorded.stream);
    const isNext = known !== undefined && known.revision + 1n === recorded.revision;
    const before = isNext ? known : await this.#before(recorded);
    this.#folds.set(recorded.stream, this.#folded(before, recorded));
  }

  /** The state before an event that does not follow what is known: a stream's first, or one that is told again. */
  async #before({ stream, revision }: RecordedEvent): Promise<Fold | undefined> {
    if (revision === 0n) return undefined;
    let fold: Fold | undefined;
    for (const recorded of await this.log.read(stream, { through: revision - 1n }))
      fold = this.#folded(fold, recorded);
    return fold;
  }

  #folded(before: Fold | undefined, recorded: RecordedEvent): Fold {
    const { aggregate } = this.topic;
    const event = understood(this.#registry, recorded);
    const state = aggregate.evolve(before?.state ?? aggregate.initial, event, factsOf(recorded));
    return { state, revision: recorded.revision, createdAt: before?.createdAt ?? recorded.metadata.at };
  }

  #dropOldest(): void {
    for (const stream of this.#folds.keys()) {
      if (this.#folds.size <= KEPT) return;
      this.#folds.delete(stream);
    }
  }
}
