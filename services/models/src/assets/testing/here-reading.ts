import type { AssetReader } from '../asset-reader.js';
import { checked } from '../reader/read.js';

/** For specs of what is found in files: they are read in this process. */
export const hereReading: Pick<AssetReader, 'check'> = { check: checked };
