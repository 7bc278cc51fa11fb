import { IMAGES, PRODUCTS } from '../containers/images.js';
import { EngineMissing, type EngineName } from '../engine.js';
import { externalEngine } from '../external.js';
import { install, isInstalled, type Recipe } from '../install/installation.js';
import { requireTools } from '../install/tools.js';
import { localKinds } from '../local/kinds.js';
import type { EngineSource } from '../source.js';

/** In the order in which they are shown. */
export const ENGINE_NAMES: readonly EngineName[] = ['eventstoredb', 'mongodb', 'kafka', 's3', 'smtp'];

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
  const state = (missing?: string): EngineState => ({ name, product, missing });
  if (recipe === undefined || isInstalled(recipe)) return state();
  if (!installs) return state(await notInstalled(recipe));
  try {
    await install(recipe);
    return state();
  } catch (error) {
    return state(error instanceof Error ? error.message : String(error));
  }
};

/** With what an installation would end with, where that can be told without one. */
const notInstalled = async ({ product, tools }: Recipe): Promise<string> => {
  const told = 'it is not installed: npm run engines -- --install';
  try {
    await requireTools(product, tools);
    return told;
  } catch (error) {
    if (error instanceof EngineMissing) return `${told}; ${error.message}`;
    throw error;
  }
};
