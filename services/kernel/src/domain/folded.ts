import type { DomainEvent } from '@cairn/contracts';
import type { Json } from '../base/json-value.js';
import { type Position, START } from '../base/position.js';
import type { RecordedEvent, StreamTip } from '../eventlog/port.js';
import type { Aggregate, EventFacts } from './aggregate.js';
import { heapBytes } from './heap-size.js';
import type { EventRegistry } from './registry.js';

/** What the fold remembers of a command, so that it is recognised when it comes again (law 3). */
export interface CommandTrace {
  /** Of the command's last event in this stream. */
  readonly revision: bigint;
  readonly position: Position;
  /** The digest of the request it carried. */
  readonly request: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** How long a command is recognised by any of its events; by its stream's first event it is for ever. */
export const COMMAND_MEMORY_MS = 24 * 60 * 60 * 1000;

/**
 * A stream folded up to its tip. It is always a prefix of the stream (law 4). `commands` is in the order of time, and
 * grows in place: a fold is owned by one handler and changed only by `foldInto`.
 */
export interface Folded<State> {
  state: State;
  tip: StreamTip | undefined;
  position: Position;
  /** Time of the last event, ms since 1970; 0 when there is none. */
  at: number;
  readonly commands: Map<string, CommandTrace>;
  creation: { readonly command: string; readonly trace: CommandTrace } | undefined;
  /** What the state takes, bytes, when it was measured, and what events have added since. */
  readonly size: { measured: number; added: number };
}

/** A trace with its key, and the rest of a fold, as they were measured on V8. */
const TRACE_BYTES = 370;
const FOLD_BYTES = 500;

/**
 * What a fold takes in memory, bytes. Events replace as much as they add, so the state is measured again when they have
 * added as much as it was: measuring costs no more than folding.
 */
export const memoryOf = ({ state, size, commands }: Folded<unknown>): number => {
  if (size.added > size.measured + FOLD_BYTES)
    Object.assign(size, { measured: heapBytes(state as Json), added: 0 });
  return FOLD_BYTES + size.measured + size.added + commands.size * TRACE_BYTES;
};

/** Before the first event. */
export const unfolded = <State>(aggregate: Aggregate<State>): Folded<State> => ({
  state: aggregate.initial,
  tip: undefined,
  position: START,
  at: 0,
  commands: new Map(),
  creation: undefined,
  size: { measured: 0, added: 0 },
});

/** Adds the next events of the stream; those that it has already are passed over. */
export const foldInto = <State>(
  folded: Folded<State>,
  aggregate: Aggregate<State>,
  registry: EventRegistry,
  events: readonly RecordedEvent[],
): void => {
  for (const recorded of events) {
    if (folded.tip !== undefined && recorded.revision <= folded.tip.revision) continue;
    folded.state = aggregate.evolve(folded.state, understood(registry, recorded), factsOf(recorded));
    folded.size.added += heapBytes(recorded.data);
    remember(folded, recorded);
  }
};

/** The trace of a command in this stream, if it has been here. */
export const traceOf = <State>(folded: Folded<State>, command: string): CommandTrace | undefined =>
  folded.commands.get(command) ?? (folded.creation?.command === command ? folded.creation.trace : undefined);

export const factsOf = ({ id, revision, metadata }: RecordedEvent): EventFacts => ({
  at: metadata.at,
  actor: metadata.actor,
  revision,
  eventId: id,
  correlation: metadata.correlation,
});

const remember = <State>(folded: Folded<State>, recorded: RecordedEvent): void => {
  const { command, request } = recorded.metadata;
  const trace: CommandTrace = {
    revision: recorded.revision,
    position: recorded.position,
    request,
    at: Date.parse(recorded.metadata.at),
  };
  folded.tip = { revision: recorded.revision, hash: recorded.hash };
  folded.position = recorded.position;
  folded.at = trace.at;
  if (recorded.revision === 0n || folded.creation?.command === command) folded.creation = { command, trace };
  folded.commands.delete(command);
  folded.commands.set(command, trace);
  forgetBefore(folded.commands, trace.at - COMMAND_MEMORY_MS);
};

const forgetBefore = (commands: Map<string, CommandTrace>, time: number): void => {
  for (const [command, trace] of commands) {
    if (trace.at >= time) return;
    commands.delete(command);
  }
};

/** A snapshot as JSON. */
export const snapshotOf = <State>(folded: Folded<State>, stateVersion: number): Json | undefined =>
  folded.tip && {
    stateVersion,
    revision: folded.tip.revision.toString(),
    hash: folded.tip.hash,
    position: folded.position,
    at: folded.at,
    state: folded.state as Json,
    creation: folded.creation ? [folded.creation.command, ...traceToJson(folded.creation.trace)] : null,
    commands: [...folded.commands].map(([command, trace]) => [command, ...traceToJson(trace)]),
  };

type TraceJson = readonly [string, Position, string, number];
const traceToJson = (trace: CommandTrace): TraceJson => [
  trace.revision.toString(),
  trace.position,
  trace.request,
  trace.at,
];
const traceFromJson = ([revision, position, request, at]: TraceJson): CommandTrace => ({
  revision: BigInt(revision),
  position,
  request,
  at,
});

const traceEntry = ([command, ...trace]: readonly [string, ...TraceJson]): [string, CommandTrace] => [
  command,
  traceFromJson(trace),
];

interface Snapshot {
  readonly stateVersion: number;
  readonly revision: string;
  readonly hash: string;
  readonly position: Position;
  readonly at: number;
  readonly state: Json;
  readonly creation: readonly [string, ...TraceJson] | null;
  readonly commands: readonly (readonly [string, ...TraceJson])[];
}

const isSnapshot = (value: unknown): value is Snapshot =>
  typeof value === 'object' && value !== null && 'stateVersion' in value;

/** The fold in a snapshot, `undefined` when it is of another version of the state. */
export const foldedFrom = <State>(value: Json, stateVersion: number): Folded<State> | undefined => {
  if (!isSnapshot(value) || value.stateVersion !== stateVersion) return undefined;
  const snapshot: Snapshot = value;
  const creation = snapshot.creation === null ? undefined : traceEntry(snapshot.creation);
  return {
    state: snapshot.state as State,
    tip: { revision: BigInt(snapshot.revision), hash: snapshot.hash },
    position: snapshot.position,
    at: snapshot.at,
    commands: new Map(snapshot.commands.map((entry) => traceEntry(entry))),
    creation: creation && { command: creation[0], trace: creation[1] },
    size: { measured: heapBytes(snapshot.state), added: 0 },
  };
};

/** The domain event in a record. Throws when its type is not declared, for then a decision would rest on a gap. */
export const understood = (registry: EventRegistry, recorded: RecordedEvent): DomainEvent => {
  const event = registry.understand(recorded);
  if (event === undefined) throw new Error(`no event is declared as ${recorded.type}`);
  return event;
};
