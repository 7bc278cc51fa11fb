import { CairnError, Unavailable } from '../errors/cairn-error.js';
import type { Position } from '../base/position.js';

/**
 * The publisher: where other teams read what happened here (spec: events.md). A topic is written by one publication, in
 * the order of the log, and it remembers how far of the log it holds: messages and that position become visible
 * together or not at all, so that a topic is never a message short or ahead, whoever dies when.
 */

/** A message of a topic. Messages of one key are read in the order in which they were published. */
export interface Message {
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; `null` has no data: a tombstone in a topic that keeps the latest of each key. */
  readonly value: string | null;
  /** When it happened, ms since 1970. */
  readonly at: number;
}

export interface Topic {
  /** `cairn.datasets.events.v1`. */
  readonly name: string;
  /** Fixed for life: another number would spread the keys anew and so break their order. */
  readonly partitions: number;
  /** `everything`: nothing is ever dropped. `latest`: at least the newest message of each key is kept. */
  readonly keeps: 'everything' | 'latest';
}

export interface Publisher {
  /**
   * Makes the topic when it is not there, and takes it over: whoever published to it before is fenced, then it is read
   * how far that one came. Throws `PublisherUnavailable`, `PublisherRefused`, `PublicationFenced`.
   */
  takeOver(topic: Topic): Promise<Publishing>;
  /** Ends every publication and releases connections. */
  close(): Promise<void>;
}

/** A topic in the hands of this process, until another takes it over. One `publish` at a time. */
export interface Publishing {
  /** The topic holds the log up to here, `START` when nothing was published yet. */
  readonly position: Position;
  /**
   * Publishes all messages in their order and moves the position, or does neither. After a throw it may have happened or
   * not, and this publishing has ended: take over again to learn it. Throws `PublisherUnavailable`,
   * `PublisherRefused`, `PublicationFenced`.
   */
  publish(messages: readonly Message[], through: Position): Promise<void>;
  close(): Promise<void>;
}

/** The broker did not answer as it should, and trying again may help. */
export class PublisherUnavailable extends Unavailable {
  override readonly name = 'PublisherUnavailable';
}
/** The broker answers and will not have it: a person must change something. The message says what. */
export class PublisherRefused extends CairnError {
  override readonly name = 'PublisherRefused';
  override readonly explained = true;
}
/** Somebody else has taken the topic over. */
export class PublicationFenced extends Error {
  override readonly name = 'PublicationFenced';
}
