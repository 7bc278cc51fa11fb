import type { ExecutionPin, NodeChange, NodeFact } from '@cairn/contracts';

/** What the events of an execution, or of another run of it, take at least, bytes. */
const EVENTS_BYTES = 1_000;

/** What is stored when an execution begins, bytes: its account is charged for it until it is deleted. */
export const beginningBytes = (
  input: string | undefined,
  fileBytes: number,
  pins: readonly ExecutionPin[],
): number => EVENTS_BYTES + Buffer.byteLength(input ?? '') + fileBytes + bytesOf(pins);

/** What another run begins with, bytes. */
export const againBytes = (changes: readonly NodeChange[]): number => EVENTS_BYTES + bytesOf(changes);

/** What is stored with facts, bytes: their outputs, and they themselves. */
export const recordedBytes = (nodes: readonly NodeFact[], outputBytes: number): number =>
  outputBytes + bytesOf(nodes);

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
