import type { Person } from './people.js';
import { wire } from './wire.js';

interface Answered {
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { file?: string; line?: number; code: string; message: string }[];
  readonly import?: Record<string, unknown>;
}

/** A version of a dataset, as paths name it. */
export interface At {
  readonly dataset_id: string;
  readonly id: string;
}

/** Uploads of files into versions by one person, and what is there afterwards. */
export const uploading = (cairn: { readonly baseUrl: string }, { client, token }: Person) => {
  const itemsOf = async ({ dataset_id, id }: At) =>
    (await client.call('listDatasetItems', { params: { dataset_id, version_id: id } })).body;
  return {
    itemsOf,
    newVersion: async (body: { default_splits?: boolean; multi_label?: boolean } = {}): Promise<At> => {
      const { body: dataset } = await client.call('createDataset', { body: { name: 'foreign', ...body } });
      return { dataset_id: dataset.id, id: dataset.active_version_id ?? '' };
    },
    upload: async ({ dataset_id, id }: At, name: string, body: string | Uint8Array, query = '') => {
      const { status, text } = await wire(cairn, {
        method: 'POST',
        path: `/api/v1/datasets/${dataset_id}/versions/${id}/upload${query}`,
        token,
        headers: { 'content-type': 'application/octet-stream', 'x-filename': name },
        body,
      });
      return { status, body: JSON.parse(text) as Answered };
    },
    /** Which texts are in which split, by its name. */
    splitsOf: async (at: At): Promise<Record<string, string | undefined>> =>
      Object.fromEntries((await itemsOf(at)).map((item) => [item.text, item.splits[0]?.name])),
  };
};

export type Uploading = ReturnType<typeof uploading>;
