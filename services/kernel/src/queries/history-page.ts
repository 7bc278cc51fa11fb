import type { HistoryEntry } from '@cairn/contracts';
import { type HistoryEntry as KeptEntry, historyOf, type HistoryOptions } from './history.js';
import { mapPage } from '../paging/paging.js';
import type { Page, PageRequest } from '../paging/page.js';

/** Where histories are read from. */
export type HistorySource = Pick<HistoryOptions, 'log' | 'vault'>;

/** An entry, as the interface spells it. */
export const spelledEntry = (entry: KeptEntry): HistoryEntry => ({
  ...entry,
  revision: Number(entry.revision),
  actor: { kind: entry.actor.kind === 'key' ? 'api_key' : entry.actor.kind, id: entry.actor.id },
  changes: [...entry.changes],
});

/** One page of a history. */
export const historyPage = async (options: HistoryOptions, page: PageRequest): Promise<Page<HistoryEntry>> =>
  mapPage(await historyOf(options, page), spelledEntry);
