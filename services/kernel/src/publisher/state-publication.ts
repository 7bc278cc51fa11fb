import type { DomainEvent } from '@cairn/contracts';
import { derivedId } from '../clock/ids.js';
import { type EventRegistry, eventRegistry } from '../domain/registry.js';
import { factsOf, understood } from '../domain/folded.js';
import { idOf } from '../domain/streams.js';
import type { StreamName } from '../base/position.js';
import type { EventLog, RecordedEvent } from '../eventlog/port.js';
import { cloudEvent, type EnvelopeSettings } from './cloud-event.js';
import type { Message, Topic } from './port.js';
import type { Publication } from './publication.js';
import type { StateTopic } from '../context/published.js';

export interface StatePublicationOptions {
  readonly topic: Topic;
  readonly state: StateTopic;
  /** With large payloads in their place. */
  readonly log: EventLog;
  readonly envelope: EnvelopeSettings;
}

/** The latest state of each stream of a category, or of each of its parts, as of the last event that was published. */
export const statePublication = (options: StatePublicationOptions): Publication => {
  const folds = new Folds(options.state, options.log);
  return {
    topic: options.topic,
    categories: [options.state.aggregate.category],
    log: options.log,
    messagesOf: async (events) => {
      const messages: Message[] = [];
      for (const last of await folds.take(events)) messages.push(messageOf(last, folds, options));
      return messages;
    },
  };
};

/** The last event of a stream, or of a part of one. */
interface Last {
  readonly id: string;
  readonly event: DomainEvent;
  readonly recorded: RecordedEvent;
}

const messageOf = (
  { id, event, recorded }: Last,
  folds: Folds,
  { state: { contract, publicState }, envelope }: StatePublicationOptions,
): Message => {
  const { state, createdAt } = folds.of(recorded.stream);
  const { revision, metadata } = recorded;
  const data = publicState(state, { id, revision, createdAt, updatedAt: metadata.at, event });
  // Not the event's own id: no consumer sees one id with two meanings.
  const told = { ...recorded, id: derivedId(recorded.id, contract.type), key: id };
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

  /** Takes the next events; answers the last of each stream, or of each part, in their order. */
  async take(events: readonly RecordedEvent[]): Promise<readonly Last[]> {
    this.#dropOldest();
    const last = new Map<string, Last>();
    for (const recorded of events) {
      const event = await this.#takeOne(recorded);
      const id = this.topic.partOf?.(event) ?? idOf(recorded.stream);
      last.delete(id);
      last.set(id, { id, event, recorded });
    }
    return [...last.values()];
  }

  of(stream: StreamName): Fold {
    const fold = this.#folds.get(stream);
    if (fold === undefined) throw new Error(`${stream} was not folded`);
    return fold;
  }

  async #takeOne(recorded: RecordedEvent): Promise<DomainEvent> {
    const known = this.#folds.get(recorded.stream);
    this.#folds.delete(recorded.stream);
    const isNext = known !== undefined && known.revision + 1n === recorded.revision;
    const before = isNext ? known : await this.#before(recorded);
    const event = understood(this.#registry, recorded);
    this.#folds.set(recorded.stream, this.#folded(before, recorded, event));
    return event;
  }

  /** The state before an event that does not follow what is known: a stream's first, or one that is told again. */
  async #before({ stream, revision }: RecordedEvent): Promise<Fold | undefined> {
    if (revision === 0n) return undefined;
    let fold: Fold | undefined;
    for (const recorded of await this.log.read(stream, { through: revision - 1n }))
      fold = this.#folded(fold, recorded, understood(this.#registry, recorded));
    return fold;
  }

  #folded(before: Fold | undefined, recorded: RecordedEvent, event: DomainEvent): Fold {
    const { aggregate } = this.topic;
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
