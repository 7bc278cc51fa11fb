import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cacheFolder } from './cache-folder.js';
import { withLock } from './lock.js';
import { requirePackages, requireTools, type SystemPackage, type Tool } from './tools.js';

/** Six minutes on two free cores; half an hour on busy ones. */
const LONGEST_MS = 3 * 3_600_000;

/** How an engine, or a tool, is installed, once for a machine. */
export interface Recipe {
  /** What its folder begins with: `kafka`. */
  readonly name: string;
  /** What really answers: `Apache Kafka 3.9.1`. */
  readonly product: string;
  readonly version: string;
  /** All that decides what comes out; a recipe that changes gets a folder of its own. */
  readonly ingredients: readonly string[];
  readonly tools: readonly Tool[];
  readonly packages: readonly SystemPackage[];
  /** How long it takes, for who waits: `about 5 minutes`. */
  readonly takes: string;
  /** Puts everything into a folder, which is renamed afterwards. */
  readonly build: (folder: string) => Promise<void>;
}

export interface InstallOptions {
  /** Folder of all installations; the user's cache when absent. */
  readonly cache?: string;
  /** Gets a line for each thing that takes a while; stderr when absent. */
  readonly say?: (line: string) => void;
}

/** Where a recipe installs: a folder for its name, version and ingredients. */
export const installationFolder = (recipe: Recipe, cache = cacheFolder()): string => {
  const digest = createHash('sha256').update(JSON.stringify(recipe.ingredients)).digest('hex').slice(0, 12);
  return join(cache, `${recipe.name}-${recipe.version}-${digest}`);
};

export const isInstalled = (recipe: Recipe, cache = cacheFolder()): boolean =>
  existsSync(installationFolder(recipe, cache));

/**
 * The folder of the installation, made when it is not there. Processes that ask at once wait for the first. The folder
 * is there only when all went well. Throws `EngineMissing` when a tool is not there.
 */
export const install = async (recipe: Recipe, options: InstallOptions = {}): Promise<string> => {
  const { cache = cacheFolder(), say = sayOnStderr } = options;
  const folder = installationFolder(recipe, cache);
  if (existsSync(folder)) return folder;
  await withLock(
    `${folder}.lock`,
    async () => {
      if (!existsSync(folder)) await installNow(recipe, folder, cache, say);
    },
    {
      waiting: (owner) => say(`Waiting for process ${owner}, which installs ${recipe.product} …`),
      longestMs: LONGEST_MS,
    },
  );
  return folder;
};

const sayOnStderr = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const installNow = async (
  recipe: Recipe,
  folder: string,
  cache: string,
  say: (line: string) => void,
): Promise<void> => {
  await requireTools(recipe.product, recipe.tools);
  await requirePackages(recipe.product, recipe.packages, say);
  const began = Date.now();
  say(`Installing ${recipe.product} into ${folder} (once for this machine; ${recipe.takes}) …`);
  const unfinished = `.${basename(folder)}-`;
  await removeUnfinished(cache, unfinished);
  const building = join(cache, unfinished + randomUUID());
  try {
    await mkdir(building);
    await recipe.build(building);
    await rename(building, folder);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  say(`${recipe.product} is installed (${((Date.now() - began) / 1000).toFixed(0)} s).`);
};

/** What an installation left that was killed. Its lock was taken over, so nobody writes there any more. */
const removeUnfinished = async (cache: string, prefix: string): Promise<void> => {
  for (const name of await readdir(cache))
    if (name.startsWith(prefix)) await rm(join(cache, name), { recursive: true, force: true });
};
