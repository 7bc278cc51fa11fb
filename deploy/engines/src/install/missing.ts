import { EngineMissing } from '../engine.js';
import { install, isInstalled, type Recipe } from './installation.js';
import { requireTools } from './tools.js';

export interface MissingOptions {
  /** Whether what is not there is installed first. */
  readonly installs: boolean;
  /** What a person runs to install it: `npm run engines -- --install`. */
  readonly by: string;
}

/** Why what a recipe installs is not there; `undefined` when it is. */
export const missingOf = async (
  recipe: Recipe,
  { installs, by }: MissingOptions,
): Promise<string | undefined> => {
  if (isInstalled(recipe)) return undefined;
  if (!installs) return notInstalled(recipe, by);
  try {
    await install(recipe);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** With what an installation would end with, where that can be told without one. */
const notInstalled = async ({ product, tools }: Recipe, by: string): Promise<string> => {
  const told = `it is not installed: ${by}`;
  try {
    await requireTools(product, tools);
    return told;
  } catch (error) {
    if (error instanceof EngineMissing) return `${told}; ${error.message}`;
    throw error;
  }
};
