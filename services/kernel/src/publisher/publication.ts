import { CairnError } from '../errors/cairn-error.js';
import type { EventLog, RecordedEvent } from '../eventlog/port.js';
import type { Message, Topic } from './port.js';

/** What stands in one topic: which events of the log it is made of, and how. */
export interface Publication {
  readonly topic: Topic;
  /** Only streams of these categories. */
  readonly categories: readonly string[];
  readonly log: EventLog;
  /**
   * The messages of events that come next in the log, in their order. Events may be given again, from any earlier one on.
   * Throws when one of them cannot be told as it is: nothing is left out.
   */
  messagesOf(events: readonly RecordedEvent[]): readonly Message[] | Promise<readonly Message[]>;
}

/** An event that this release does not know: a newer one wrote it, and only that can publish it. */
export class UnknownEvent extends CairnError {
  override readonly name = 'UnknownEvent';
  override readonly explained = true;

  constructor({ stream, revision, type }: Pick<RecordedEvent, 'stream' | 'revision' | 'type'>) {
    super(
      `${stream} at revision ${revision} is a ${type}, which this release does not know: run the newer release`,
    );
  }
}
