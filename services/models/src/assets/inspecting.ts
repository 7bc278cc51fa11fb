import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { InspectedModel } from '@cairn/contracts';
import { type Asker, type Blobs, type Refusal, refuse } from '@cairn/kernel';
import { isRunFailure, type ModelRunner, type RunFailure } from '../running/port.js';
import { inspectedModel } from './inspected-model.js';
import type { AssetReader } from './asset-reader.js';
import { invalid } from './verdict.js';

/** What looks at files: what it reads them from, what reads them, what opens them where that is installed, and for whom. */
export interface Looking {
  readonly blobs: Pick<Blobs, 'open'>;
  readonly runner: Pick<ModelRunner, 'inspect' | 'inspectTokenizer'> | undefined;
  readonly reader: Pick<AssetReader, 'check'>;
  readonly asker: Asker;
}

/** Opens an ONNX file once, in a process of its own (S33); `undefined` where what runs models is not installed. */
export const inspected = async (
  { runner, blobs, asker }: Looking,
  sha256: string,
): Promise<InspectedModel | Refusal | undefined> => {
  if (runner === undefined) return undefined;
  const found = await withLocalFile(blobs, sha256, (path) => runner.inspect(path, asker));
  return isRunFailure(found) ? failed(found) : inspectedModel(found);
};

/** Why a `tokenizer.json` does not open; it is opened once, in a process of its own (S33). */
export const refusedTokenizer = async (
  { runner, blobs, asker }: Looking,
  sha256: string,
): Promise<Refusal | undefined> => {
  if (runner === undefined) return undefined;
  const found = await withLocalFile(blobs, sha256, (path) => runner.inspectTokenizer(path, asker));
  return isRunFailure(found) ? failed(found) : undefined;
};

const withLocalFile = async <Found>(
  blobs: Pick<Blobs, 'open'>,
  sha256: string,
  use: (path: string) => Promise<Found>,
): Promise<Found> => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-model-'));
  try {
    const path = join(folder, 'sent');
    await pipeline(await blobs.open(sha256), createWriteStream(path, { mode: 0o600 }));
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const failed = ({ of, message }: RunFailure): Refusal | undefined => {
  if (of === 'absent') return undefined;
  return of === 'worker'
    ? {
        ...refuse('service_unavailable', `The file could not be opened now: ${message}`),
        retryAfterSeconds: 5,
      }
    : invalid(message);
};
