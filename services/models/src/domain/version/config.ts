import type { KnownModel } from '../model/state.js';
import type { KnownModelVersion } from './state.js';

/** The config by which a version is run: its own, else that of its model as it is now; empty where neither has one. */
export const configInForce = (
  model: Pick<KnownModel, 'config'>,
  version: Pick<KnownModelVersion, 'config'>,
): string => (version.config === '' ? model.config : version.config);
