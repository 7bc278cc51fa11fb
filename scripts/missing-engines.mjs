// Which engines are not on this machine, and which spec files ask for them. Nothing is installed.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { areModelsInstalled } from './models.mjs';
import { root } from './prepare.mjs';

const require = createRequire(import.meta.url);
const FOLDERS = ['contracts', 'services', 'gateway', 'deploy', 'test'];

/** What asks for every engine: a cluster, an engine that is not named where it is started, or the file by its own word. */
const ASKS_FOR_ALL = /topologies\/cluster\.js'|startEngine\((?!')|@every-engine/;
/** What asks for one, by its name. */
const ASKS_FOR = /startEngine\('(\w+)'/g;
const ASKS_FOR_MONGODB = /mongoForSpecs\(/;
/** No engine, but installed in the same way: `npm run models:install`. */
const ASKS_FOR_MODELS = /modelsForSpecs\(|twoNumbersModel\(/;
const MODELS = {
  name: 'models',
  product: 'what runs models',
  missing: 'not installed: npm run models:install',
};

const namesIn = (text) => [
  ...[...text.matchAll(ASKS_FOR)].map(([, name]) => name),
  ...(ASKS_FOR_MONGODB.test(text) ? ['mongodb'] : []),
  ...(ASKS_FOR_MODELS.test(text) ? [MODELS.name] : []),
];

const specFiles = () =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.spec.ts') && !/(^|\/)(node_modules|dist)\//.test(name))
      .map((name) => join(root, folder, name)),
  ).sort();

/** The engines that are missing: `{ name, product, missing }`, with the reason. */
export const missingEngines = async () => {
  const { engineSource } = require('../deploy/engines/dist/source.js');
  const { engineStates } = require('../deploy/engines/dist/cli/states.js');
  const states = await engineStates(await engineSource(), { installs: false });
  const missing = states.filter((state) => state.missing !== undefined);
  return areModelsInstalled() ? missing : [...missing, MODELS];
};

/** Engines that must be installed; the others are programs of Cairn's own that need Node alone. */
export const INSTALLED_ENGINES = [{ name: 'mongodb' }, { name: 'kafka' }, { name: 's3' }, MODELS];

/** The spec files that ask for one of these engines, relative to the root. */
export const specsThatAskFor = (engines) => {
  const missing = new Set(engines.map(({ name }) => name));
  if (missing.size === 0) return [];
  return specFiles()
    .filter((file) => {
      const text = readFileSync(file, 'utf8');
      return ASKS_FOR_ALL.test(text) || namesIn(text).some((name) => missing.has(name));
    })
    .map((file) => relative(root, file));
};
