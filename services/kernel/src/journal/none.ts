import type { Page } from '../paging/page.js';
import type { Journal } from './port.js';

const nothing = async (): Promise<Page<never>> => ({ elements: [], total: 0, totalExact: true });

/** For a process that keeps none: what is noted is gone. */
export const noJournal: Journal = {
  note: () => undefined,
  accesses: nothing,
  forget: async () => undefined,
  flush: async () => undefined,
  dropped: 0,
  close: async () => undefined,
};
