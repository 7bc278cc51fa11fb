import type { EngineName, RunningEngine, StartOptions } from './engine.js';
import { externalEngine } from './external.js';
import { localKinds } from './local/kinds.js';
import { startLocal } from './local/local-engine.js';
import { engineSource } from './source.js';

/**
 * Starts an engine, or finds the one whose address is given, as `CAIRN_ENGINES` says. An engine that is not installed on
 * this machine is installed first, which can take minutes. Throws `EngineMissing` when it cannot be had.
 */
export const startEngine = async (name: EngineName, options: StartOptions = {}): Promise<RunningEngine> => {
  const source = await engineSource();
  switch (source) {
    case 'local':
      return startLocal(localKinds[name], options);
    case 'external':
      return externalEngine(name);
    case 'containers': {
      if (name === 'smtp') return startLocal(localKinds.smtp, options);
      const { startContainer } = await import('./containers/container-engine.js');
      return startContainer(name, options);
    }
  }
};
