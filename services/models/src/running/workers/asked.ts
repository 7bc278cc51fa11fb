import { createHash } from 'node:crypto';
import { accountAsking, type Asker } from '@cairn/kernel';
import type { ModelFacts, ModelInput, RunnableModel } from '../port.js';
import type { WorkerInput, WorkerModel } from '../worker/messages.js';
import type { Struck } from './strikes.js';

/** A model whose file was inspected. */
export type InspectedRunnable = RunnableModel & { readonly inspected: ModelFacts };

/** Where its files stand on this machine. */
export type Paths = Pick<WorkerModel, 'path' | 'tokenizer'>;

/** A version with its file, in its term of service. */
export const termOf = ({ versionId, term, ...files }: RunnableModel): string =>
  [versionId, term, fileOf(files)].join(' ');

const fileOf = ({ sha256, tokenizer }: Pick<RunnableModel, 'sha256' | 'tokenizer'>): string =>
  [sha256, tokenizer?.sha256 ?? ''].join(' ');

/** What counts when its worker ends. */
export const struckOf = (model: RunnableModel, asker: Asker): Struck => ({
  person: asker.person ?? accountAsking(asker),
  file: fileOf(model),
  version: termOf(model),
});

/** Who asks under the same key asks the same model in the same way. */
export const keyOf = ({ sha256, term, config, labels, tokenizer, inspected }: InspectedRunnable): string =>
  createHash('sha256')
    .update(JSON.stringify([sha256, term, config, labels ?? null, tokenizer?.sha256 ?? null, inspected]))
    .digest('hex');

export const workerModel = (
  { sha256, config, labels, inspected }: InspectedRunnable,
  paths: Paths,
): WorkerModel => ({
  ...{ sha256, config, inspected, ...paths },
  ...(labels === undefined ? {} : { labels }),
});

export const workerInput = (input: ModelInput, path: string): WorkerInput => {
  switch (input.kind) {
    case 'file':
      return { kind: 'file', path, contentType: input.contentType };
    case 'text':
      return input;
    case 'raw':
      return input;
    case 'tensors':
      return { kind: 'tensors', path, headBytes: input.headBytes };
  }
};
