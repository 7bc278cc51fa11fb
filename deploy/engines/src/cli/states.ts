import { IMAGES, PRODUCTS } from '../containers/images.js';
import { EngineMissing, type EngineName } from '../engine.js';
import { externalEngine } from '../external.js';
import { missingOf } from '../install/missing.js';
import { localKinds } from '../local/kinds.js';
import type { EngineSource } from '../source.js';

/** In the order in which they are shown. */
export const ENGINE_NAMES: readonly EngineName[] = ['eventstoredb', 'mongodb', 'kafka', 's3', 'smtp'];

const INSTALL = 'npm run engines -- --install';

/** What would answer if an engine were started now. */
export interface EngineState {
  readonly name: EngineName;
  readonly product: string;
  /** Why it cannot be started; `undefined` when it can. */
  readonly missing: string | undefined;
}

/** What each engine is, and whether it is there; installs what is not when `installs`. */
export const engineStates = (
  source: EngineSource,
  { installs, environment = process.env }: { installs: boolean; environment?: NodeJS.ProcessEnv },
): Promise<readonly EngineState[]> =>
  Promise.all(
    ENGINE_NAMES.map(async (name) => {
      if (source === 'external') return external(name, environment);
      return source === 'containers' && name !== 'smtp'
        ? { name, product: `${PRODUCTS[name]} (${IMAGES[name]})`, missing: undefined }
        : local(name, installs);
    }),
  );

const external = (name: EngineName, environment: NodeJS.ProcessEnv): EngineState => {
  try {
    return { name, product: externalEngine(name, environment).product, missing: undefined };
  } catch (error) {
    if (error instanceof EngineMissing) return { name, product: '–', missing: error.message };
    throw error;
  }
};

const local = async (name: EngineName, installs: boolean): Promise<EngineState> => {
  const { product, recipe } = localKinds[name];
  const missing = recipe === undefined ? undefined : await missingOf(recipe, { installs, by: INSTALL });
  return { name, product, missing };
};
