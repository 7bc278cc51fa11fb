import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskBlobs } from '@cairn/kernel';
import type { Received, UploadOptions } from '../pipeline/uploads/raw.js';
import { readUpload } from '../pipeline/uploads/upload.js';
import { problemOf } from '../problems/problem-of.js';

export type Outcome = { readonly upload: Received } | { readonly problem: string };

/** A server that does nothing but read uploads, and tells what it read. A spec may change its options. */
export const startUploads = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-upload-'));
  const blobs = await openDiskBlobs({ folder });
  const patient = { maxBytes: 1000, idleMs: 10_000, bytesPerSecond: 1 };
  const options: { set: Partial<UploadOptions> } = { set: {} };
  const outcomes: Outcome[] = [];
  const server = createServer((request, response) => {
    readUpload(request, { blobs, ...patient, ...options.set }).then(
      (upload) => done({ upload }),
      (error: unknown) => done({ problem: problemOf(error).code }),
    );
    const done = (outcome: Outcome): void => {
      outcomes.push(outcome);
      server.emit('outcome');
      response.setHeader('Connection', 'close').end(JSON.stringify(outcome));
    };
  });
  await once(server.listen(0), 'listening');
  const address = `http://localhost:${(server.address() as AddressInfo).port}/`;
  return {
    address,
    /** Emits `outcome` for each request that was read. */
    server,
    outcomes,
    options,
    /** How many files and folders there are. */
    stored: () => readdirSync(folder, { recursive: true }).length,
    post: async (body: FormData | string, headers: Record<string, string> = {}): Promise<Outcome> => {
      const answer = await fetch(address, { method: 'POST', body, headers });
      return (await answer.json()) as Outcome;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
};
export type Uploads = Awaited<ReturnType<typeof startUploads>>;

/** A form of texts, and of files where a name stands behind. */
export const form = (...parts: readonly (readonly [string, string, string?])[]): FormData => {
  const data = new FormData();
  for (const [name, value, fileName] of parts)
    if (fileName === undefined) data.append(name, value);
    else data.append(name, new Blob([value], { type: 'text/plain' }), fileName);
  return data;
};

/** The field and the name of each file that was read, or the problem. */
export const names = (outcome: Outcome) =>
  'upload' in outcome ? outcome.upload.files.map((file) => `${file.field}:${file.fileName}`) : outcome;
