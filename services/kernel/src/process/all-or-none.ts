import type { Config } from '../config/index.js';
import { StartError } from './start-error.js';

/** Half of a login would be none, and the engine would be spoken to as nobody. Throws `StartError`. */
export const allOrNone = (config: Config, names: readonly (keyof Config)[]): void => {
  const given = names.filter((name) => config[name] !== '');
  if (given.length > 0 && given.length < names.length)
    throw new StartError(`${names.join(', ')} belong together: set all of them, or none.`);
};
