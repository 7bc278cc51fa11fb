import type { Answer } from './values.js';

/** What a node put out or failed with, as it stands sealed in the stream. Pass nodes put out what they get: nothing of it is stored. */
export interface StoredOutput {
  readonly answer?: Answer;
  /** Where an answer stands that is too large for an event. */
  readonly blob?: { readonly sha256: string; readonly key: string; readonly bytes: number };
  /** Why it failed, for people. */
  readonly error?: string;
}

/** Outputs as one sealed text holds them, by node. */
export const storedOutputs = (text: string | undefined): readonly (readonly [string, StoredOutput])[] =>
  text === undefined ? [] : Object.entries(JSON.parse(text) as Readonly<Record<string, StoredOutput>>);
