import { administrator, type Person } from '../../support/people.js';
import { oneMachine } from '../../support/topology.js';
import { memoryOf } from '../processes.js';
import type { Line, Row } from '../row.js';

const LINES_AT_ONCE = 2_000;
const POLL_MS = 50;
const MEGABYTE = 1024 * 1024;

const texts = (count: number): ReadableStream<Uint8Array> => {
  let made = 0;
  return new ReadableStream({
    pull: (controller) => {
      const until = Math.min(count, made + LINES_AT_ONCE);
      let lines = '';
      for (; made < until; made += 1)
        lines += `${JSON.stringify({ name: `line ${made}`, text: `a line of text as people write them, number ${made}` })}\n`;
      controller.enqueue(Buffer.from(lines));
      if (made >= count) controller.close();
    },
  });
};

/** Seconds from the first byte sent to the end of the job. */
export const importing = async (
  { client, token }: Person,
  baseUrl: string,
  count: number,
): Promise<number> => {
  const { body: dataset } = await client.call('createDataset', { body: { name: `Import of ${count}` } });
  const path = `/api/v1/datasets/${dataset.id}/versions/${dataset.active_version_id}/upload/jsonl`;
  const began = performance.now();
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-ndjson',
      'x-filename': 'lines.jsonl',
      prefer: 'respond-async',
    },
    body: texts(count),
    duplex: 'half',
  });
  if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`);
  await finished(client, response.headers.get('location') ?? '');
  return (performance.now() - began) / 1000;
};

const finished = async (client: Person['client'], location: string): Promise<void> => {
  const id = location.split('/').at(-1) ?? '';
  for (;;) {
    const { body } = await client.call('getJob', { params: { id } });
    if (body.status === 'completed') return;
    if (body.status === 'failed') throw new Error(`the import failed: ${body.status_message}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

const lineOf = async (count: number): Promise<Line> => {
  const cairn = await oneMachine.start();
  try {
    const person = await administrator(cairn);
    const idle = memoryOf(cairn.pid)?.peak;
    const seconds = await importing(person, cairn.baseUrl, count);
    const peak = memoryOf(cairn.pid)?.peak;
    return {
      row: 'import',
      measured: `import ${count} text items (aim: 10,000 a second, 300 MB)`,
      details: {
        items_per_second: count / seconds,
        ...(peak === undefined ? {} : { peak_mb: peak / MEGABYTE }),
        ...(idle === undefined ? {} : { before_mb: idle / MEGABYTE }),
      },
    };
  } finally {
    await cairn.remove();
  }
};

/** Items a second and the most memory that the server had, from the first byte sent to the end of the job. */
export const importItems: Row = {
  name: 'import',
  about: 'a file of text items, durable and visible',
  measure: async ({ quick }) => {
    const lines: Line[] = [];
    for (const count of quick ? [10_000] : [10_000, 100_000, 1_000_000]) lines.push(await lineOf(count));
    return lines;
  },
};
