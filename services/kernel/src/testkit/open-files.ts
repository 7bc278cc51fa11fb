import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const DESCRIPTORS = '/proc/self/fd';

/** For specs: the descriptors that this process has of files whose path ends so; ` (deleted)` follows one without a name. */
export const descriptorsOf = (ending: string): readonly number[] => {
  const leadsThere = (link: string): boolean => {
    try {
      return readlinkSync(join(DESCRIPTORS, link)).endsWith(ending);
    } catch {
      return false; // The one that lists the folder is closed by now.
    }
  };
  return readdirSync(DESCRIPTORS).filter(leadsThere).map(Number);
};
