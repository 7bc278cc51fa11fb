import type { UUID } from '@eventstore/db-client/generated/shared_pb';
import type { Map as ProtobufMap } from 'google-protobuf';
import type { Expectation, ProposedEvent } from '../log/event.js';
import { uuidFrom } from '../wire/identifiers.js';
import { numberFrom } from '../wire/numbers.js';
import { invalidArgument, maximumAppendSizeExceeded, missingMetadataProperty } from '../wire/refusal.js';

/** A proposed message of Append or BatchAppend. */
interface ProposedMessage {
  getId(): UUID | undefined;
  getMetadataMap(): ProtobufMap<string, string>;
  getCustomMetadata_asU8(): Uint8Array;
  getData_asU8(): Uint8Array;
}

/** Throws a `Refusal` when the message lacks what an event needs. */
const proposedEvent = (message: ProposedMessage): ProposedEvent => {
  const id = uuidFrom(message.getId());
  if (id === undefined) throw invalidArgument('The id of an event is not a UUID');
  return {
    id,
    type: required(message, 'type'),
    contentType: required(message, 'content-type'),
    metadata: message.getCustomMetadata_asU8(),
    data: message.getData_asU8(),
  };
};

const required = (message: ProposedMessage, property: string): string => {
  const value = message.getMetadataMap().get(property);
  if (value === undefined) throw missingMetadataProperty(property);
  return value;
};

/** The events of one append, within the largest size, which counts their data alone. */
export class Proposal {
  readonly events: ProposedEvent[] = [];
  private bytes = 0;

  constructor(
    readonly stream: string,
    readonly expectation: Expectation,
    private readonly maximumBytes: number,
  ) {
    if (stream === '') throw invalidArgument('Required field StreamIdentifier not set.');
  }

  add(message: ProposedMessage): void {
    const event = proposedEvent(message);
    this.bytes += event.data.length;
    if (this.bytes > this.maximumBytes) throw maximumAppendSizeExceeded(this.maximumBytes);
    this.events.push(event);
  }
}

/** The ways in which Append, Delete and Tombstone say what they expect. */
interface ExpectationOptions {
  hasRevision(): boolean;
  getRevision(): string;
  hasNoStream(): boolean;
  hasStreamExists(): boolean;
  hasAny(): boolean;
}

/** Throws a `Refusal` when the options say nothing. */
export const expectationOf = (options: ExpectationOptions): Expectation => {
  if (options.hasRevision()) return { revision: numberFrom(options.getRevision()) };
  if (options.hasNoStream()) return 'no-stream';
  if (options.hasStreamExists()) return 'stream-exists';
  if (options.hasAny()) return 'any';
  throw invalidArgument('The expected stream revision is not set');
};
