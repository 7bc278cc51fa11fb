import { codes } from '../codes.js';
import type { Unfit } from '../port.js';
import { UnfitConfig } from './config-reader.js';
import { readConfig } from './config.js';

/** What is wrong with a config, as far as it can be seen without the model; for who saves it. */
export const unfitConfig = (text: string): Unfit | undefined => {
  try {
    readConfig(text);
    return undefined;
  } catch (error) {
    if (error instanceof UnfitConfig) return { code: codes.config, message: error.message };
    throw error;
  }
};
