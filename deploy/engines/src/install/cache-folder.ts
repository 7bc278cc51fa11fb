import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where engines are installed, once for all clones: `CAIRN_ENGINES_DIR`, else the user's cache folder. */
export const cacheFolder = (environment: NodeJS.ProcessEnv = process.env): string => {
  const { CAIRN_ENGINES_DIR: own = '', XDG_CACHE_HOME: cache = '' } = environment;
  if (own !== '') return resolve(own);
  return join(cache === '' ? join(homedir(), '.cache') : cache, 'cairn', 'engines');
};
