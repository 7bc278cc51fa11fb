import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@cairn/client';
import type { LoggedEvent } from './inside.js';
import type { SharedCairn } from './topology.js';

/** A slice may be on its way to the log while the right goes: no second one follows it. */
export const SLICE = 200;

/** What became of an import that was going on while a right was taken away. */
export interface EndedImport {
  /** Of the refusal that ended it; `completed` when nothing did. */
  readonly code: string;
  /** Items that came after the right was gone. */
  readonly late: number;
  /** Items that came after the import had ended. */
  readonly afterEnd: number;
  readonly items: number;
  readonly job: string;
}

/** Imports rows into the active version of a dataset, takes the right away while they come, and waits for the end. */
export const importWhile = async (
  cairn: SharedCairn,
  { client, dataset, rows }: { readonly client: Client; readonly dataset: string; readonly rows: number },
  take: () => Promise<unknown>,
): Promise<EndedImport> => {
  const { body } = await client.call('getDataset', { params: { id: dataset } });
  const version = body.active_version_id ?? '';
  const since = await cairn.inside.head();
  const items = async (): Promise<readonly LoggedEvent[]> =>
    (await cairn.inside.events(since)).filter(
      ({ type, data }) => type === 'datasets.item.created.v1' && data.includes(version),
    );
  const { headers } = await client.call('importDataset', {
    params: { dataset_id: dataset, id: version },
    file: {
      name: 'many.csv',
      contentType: 'text/csv',
      content: `text\n${Array.from({ length: rows }, (_, row) => `row ${row}`).join('\n')}\n`,
    },
    headers: { prefer: 'respond-async' },
  });
  const job = (headers.get('location') ?? '').split('/').at(-1) ?? '';
  while ((await items()).length === 0) await pause(5);
  await take();
  const taken = await cairn.inside.head();
  const end = await endOf(cairn, job, since);
  const all = await items();
  return {
    code: end.type.includes('.completed.') ? 'completed' : (JSON.parse(end.data) as { code: string }).code,
    late: all.filter(({ position }) => position > taken).length,
    afterEnd: all.filter(({ position }) => position > end.position).length,
    items: all.length,
    job,
  };
};

const endOf = async (cairn: SharedCairn, job: string, since: string): Promise<LoggedEvent> => {
  for (;;) {
    const events = (await cairn.inside.events(since)).filter(({ stream }) => stream === `datasetJob-${job}`);
    const last = events.at(-1);
    if (last !== undefined && /\.(completed|failed|cancelled)\.v\d+$/.test(last.type)) return last;
    await pause(50);
  }
};
