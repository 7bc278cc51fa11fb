import type { Json } from '@cairn/kernel';
import type { Inspections, ModelFacts, RunAnswer, RunFailure } from '../port.js';

/** A model as its worker is told of it, once. */
export interface WorkerModel {
  readonly sha256: string;
  readonly path: string;
  readonly config: string;
  readonly labels?: readonly string[];
  readonly inspected: ModelFacts;
  /** The path of its `tokenizer.json`. */
  readonly tokenizer?: string;
}

export type WorkerInput =
  | { readonly kind: 'text'; readonly text: string; readonly context?: string }
  | { readonly kind: 'file'; readonly path: string; readonly contentType: string }
  | { readonly kind: 'raw'; readonly tensors: Json }
  | { readonly kind: 'tensors'; readonly path: string; readonly headBytes: number };

/** What a worker is asked, one thing at a time. */
export type WorkerRequest =
  | { readonly kind: 'inspect'; readonly path: string; readonly what: keyof Inspections }
  | {
      readonly kind: 'run';
      /** Names a file with its config and labels. */
      readonly key: string;
      /** When the worker does not have it open. */
      readonly model?: WorkerModel;
      /** Keys to close before. */
      readonly close: readonly string[];
      readonly inputs: readonly WorkerInput[];
    };

/** A model that was not open is; what takes long from now on is its run. An inspection tells what the file is. */
export interface OpenedNote {
  readonly facts?: ModelFacts;
}

export type WorkerAnswer =
  | { readonly kind: 'inspected'; readonly facts: Inspections[keyof Inspections] | RunFailure }
  | {
      readonly kind: 'ran';
      /** One for each input. */
      readonly answers: readonly (RunAnswer | RunFailure)[];
      /** Whether the key can be asked for again without its model. */
      readonly isOpen: boolean;
      /** What the worker holds. */
      readonly rssBytes: number;
    };
