import type { Config } from './config.js';

/** What an account may hold; 0 is no limit. */
export interface Quotas {
  readonly datasets: number;
  readonly items: number;
  readonly bytes: number;
}

export const noQuotas: Quotas = { datasets: 0, items: 0, bytes: 0 };

export const quotasOf = (
  config: Pick<Config, 'CAIRN_MAX_DATASETS' | 'CAIRN_MAX_ITEMS' | 'CAIRN_MAX_STORED_BYTES'>,
): Quotas => ({
  datasets: config.CAIRN_MAX_DATASETS,
  items: config.CAIRN_MAX_ITEMS,
  bytes: config.CAIRN_MAX_STORED_BYTES,
});
