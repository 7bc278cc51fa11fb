import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@cairn/client';

interface File {
  readonly name: string;
  readonly contentType: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** Imports a file and waits for its end, also when that takes longer than a request waits. The version, and what came of it. */
export const imported = async (
  client: Client,
  params: { readonly dataset_id: string; readonly id: string },
  file: File,
) => {
  const { body } = await client.call('importDataset', { params, file });
  if ('import' in body) return body;
  const result = await resultOf(client, body.id);
  return { ...(await client.call('getDatasetVersion', { params })).body, import: result };
};

const resultOf = async (client: Client, id: string) => {
  for (;;) {
    const { body } = await client.call('getJob', { params: { id } });
    if (body.status === 'failed') throw new Error(`the import failed: ${JSON.stringify(body)}`);
    if (body.status === 'completed') return body.result;
    await pause(100);
  }
};
