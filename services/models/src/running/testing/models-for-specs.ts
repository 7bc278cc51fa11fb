import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Blobs, type Json, openDiskBlobs } from '@cairn/kernel';
import { type RunAnswer, type RunFailure, type RunnableModel, isRunFailure } from '../port.js';
import { type LocalModelRunner, type RunnerOptions, openModelRunner } from '../runner.js';

/** A runner on a folder of its own, and blobs to put models and inputs into. */
export interface ModelsForSpecs {
  readonly runner: LocalModelRunner;
  readonly blobs: Blobs;
  readonly folder: string;
  /** Puts a file among the blobs. */
  saved(bytes: Uint8Array): Promise<string>;
  /** Puts a model among the blobs. `config` is written as JSON. */
  model(bytes: Uint8Array, config?: Json, labels?: readonly string[]): Promise<RunnableModel>;
  /** Writes a file and answers its path. */
  file(bytes: Uint8Array): string;
  end(): Promise<void>;
}

/** Needs the native parts: `npm run models:install`. */
export const modelsForSpecs = async (options: Partial<RunnerOptions> = {}): Promise<ModelsForSpecs> => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-running-'));
  const blobs = await openDiskBlobs({ folder: join(folder, 'blobs') });
  const runner = await openModelRunner({ blobs, folder: join(folder, 'running'), ...options });
  let files = 0;
  const saved = async (bytes: Uint8Array): Promise<string> =>
    (await blobs.put(Readable.from([bytes]), { maxBytes: 1e9 })).sha256;
  return {
    ...{ runner, blobs, folder, saved },
    model: async (bytes, config, labels) => ({
      sha256: await saved(bytes),
      sizeBytes: bytes.length,
      config: config === undefined ? '' : JSON.stringify(config),
      ...{ versionId: '', term: '' },
      ...(labels === undefined ? {} : { labels }),
    }),
    file: (bytes) => {
      const path = join(folder, `file-${(files += 1)}.onnx`);
      writeFileSync(path, bytes);
      return path;
    },
    end: async () => {
      await runner.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** The answer; throws when the run failed. */
export const answered = (answer: RunAnswer | RunFailure): RunAnswer => {
  if (isRunFailure(answer)) throw new Error(`${answer.of}: ${answer.code}: ${answer.message}`);
  return answer;
};
