import type { AssetType } from '@cairn/contracts';
import type { Refusal } from '@cairn/kernel/reading';
import type { Verdict } from '../verdict.js';

/** What is asked of a file, by its bytes. */
export type ReadRequest =
  | { readonly what: 'check'; readonly type: AssetType; readonly size: number }
  | { readonly what: 'labels'; readonly size: number };

export type ReadAnswer =
  | { readonly what: 'check'; readonly found: Verdict | Refusal }
  | { readonly what: 'labels'; readonly found: readonly string[] | Refusal };
