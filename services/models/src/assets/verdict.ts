import type { AssetFlag } from '@cairn/contracts';
import { type Refusal, refuse } from '@cairn/kernel/reading';

/** What a file was found to be. */
export interface Verdict {
  readonly flags?: readonly AssetFlag[];
  readonly label_count?: number;
}

/** The file is not what its type says. */
export const invalid = (message: string): Refusal => refuse('asset_invalid', message);
