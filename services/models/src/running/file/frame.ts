import type { MessageName } from './messages.js';

/** A message of an ONNX file that is being read, and what was read of it, by the numbers of its fields. */
export interface Frame {
  readonly message: MessageName;
  /** Where it ends in the file. */
  readonly end: number;
  /** Of the model's own graph: not of a function, nor of a graph within a node. */
  readonly isMain: boolean;
  readonly texts: Record<number, string[]>;
  readonly numbers: Record<number, bigint[]>;
  /** How many there were of a field that is counted; characters that were kept of a list of texts. */
  readonly counts: Record<number, number>;
  readonly bytes: Record<number, Buffer>;
  /** Of a node. */
  readonly attributes: Record<string, readonly string[]>;
}

export const frameOf = (message: MessageName, end: number, isMain: boolean): Frame => ({
  message,
  end,
  isMain,
  texts: {},
  numbers: {},
  counts: {},
  bytes: {},
  attributes: {},
});

export const textIn = ({ texts }: Frame, field: number): string => texts[field]?.[0] ?? '';
export const numberIn = ({ numbers }: Frame, field: number): number => Number(numbers[field]?.[0] ?? 0n);
