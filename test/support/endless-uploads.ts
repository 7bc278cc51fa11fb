import type { Person } from './people.js';
import type { SharedCairn } from './topology.js';
import { wire } from './wire.js';

const AT_ONCE = 3;
const CHUNK = Buffer.alloc(256 * 1024, 1);

/**
 * Uploads three files that have no end, at once and to one new item. Answers what became of them: the item, the statuses,
 * and how many bytes were sent.
 */
export const endlessUploads = async (cairn: SharedCairn, { client, token }: Person) => {
  const { body: dataset } = await client.call('createDataset', { body: { name: 'uploads' } });
  const at = { dataset_id: dataset.id, version_id: dataset.active_version_id ?? '' };
  const { body } = await client.call('createDatasetItem', { params: at, body: { name: 'an item' } });
  const item = { ...at, id: body.id };
  const path = `/api/v1/datasets/${item.dataset_id}/versions/${item.version_id}/items/${item.id}/upload`;
  const headers = { 'content-type': 'application/octet-stream', 'x-filename': 'endless' };
  const stops = new AbortController();
  let sent = 0;
  async function* endless(): AsyncGenerator<Buffer> {
    while (!stops.signal.aborted) {
      sent += CHUNK.length;
      yield CHUNK;
    }
  }
  const uploads = Array.from({ length: AT_ONCE }, () =>
    wire(cairn, { method: 'POST', path, token, headers, body: endless() }),
  );
  const meanwhile = await client.call('getMe');
  const answers = await Promise.all(uploads);
  stops.abort();
  return { item, sent, meanwhile: meanwhile.status, statuses: answers.map(({ status }) => status) };
};
