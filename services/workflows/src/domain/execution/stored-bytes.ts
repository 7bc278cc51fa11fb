import type { ExecutionPin, NodeFact } from '@cairn/contracts';

/** What the events of an execution take at least, bytes. */
const EVENTS_BYTES = 1_000;

/** What is stored when an execution begins, bytes: its account is charged for it until it is deleted. */
export const beginningBytes = (
  input: string | undefined,
  fileBytes: number,
  pins: readonly ExecutionPin[],
): number => EVENTS_BYTES + Buffer.byteLength(input ?? '') + fileBytes + bytesOf(pins);

/** What is stored with facts, bytes: their outputs, and they themselves. */
export const recordedBytes = (nodes: readonly NodeFact[], outputBytes: number): number =>
  outputBytes + bytesOf(nodes);

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
