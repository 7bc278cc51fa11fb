// `npm run models:install`: installs what runs models, which nothing else needs: native parts, some 70 MB, and 25 MB of real
// models for specs, unless NODE_ENV is production. They stand beside the service and have a lock of their own, so that a clone
// is installed without them. On a Linux without the locale that text models name, it makes that too.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';
import { runTold } from './told.mjs';

const NATIVE = join(root, 'services/models/native');
const PARTS = ['onnxruntime-node', 'sharp', '@huggingface/tokenizers'];

const versionIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined);

/** Whether every part is there in the version that the package names. */
export const areModelsInstalled = () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(NATIVE, 'package.json'), 'utf8'));
  const forSpecs = process.env['NODE_ENV'] === 'production' ? {} : devDependencies;
  return Object.entries({ ...dependencies, ...forSpecs }).every(
    ([part, version]) => versionIn(join(NATIVE, 'node_modules', part, 'package.json')) === version,
  );
};

/** onnxruntime-node brings the programs of all systems. */
const removeOtherSystems = () => {
  const programs = join(NATIVE, 'node_modules/onnxruntime-node/bin/napi-v6');
  for (const system of readdirSync(programs)) {
    if (system !== process.platform) rmSync(join(programs, system), { recursive: true });
    else
      for (const processor of readdirSync(join(programs, system)))
        if (processor !== process.arch) rmSync(join(programs, system, processor), { recursive: true });
  }
};

/** That they load here: not every system has them. */
const check = () => {
  const text = PARTS.map((part) => `require(${JSON.stringify(part)});`).join('');
  execFileSync(process.execPath, ['-e', text], { cwd: NATIVE, stdio: ['ignore', 'ignore', 'inherit'] });
};

const LOCALE = 'en_US.UTF-8';
const isLocaleThere = () => {
  if (process.platform !== 'linux' || existsSync(join(NATIVE, 'locale', LOCALE))) return true;
  const { stdout } = spawnSync('locale', ['-a'], { encoding: 'utf8' });
  return /^en_US\.utf-?8$/im.test(stdout ?? '');
};

/** onnxruntime compares texts by this locale, which many a Linux has not. */
const makeLocale = () => {
  if (isLocaleThere()) return;
  const folder = join(NATIVE, 'locale');
  mkdirSync(folder, { recursive: true });
  const { status, error, stderr } = spawnSync(
    'localedef',
    ['-i', 'en_US', '-f', 'UTF-8', join(folder, LOCALE)],
    { encoding: 'utf8' },
  );
  if (status === 0) return;
  rmSync(folder, { recursive: true });
  process.stderr.write(
    `The locale ${LOCALE} is not here and cannot be made (${error?.message ?? stderr.trim()}): text models that name it are refused. On Debian the package locales brings it; run npm run models:install again then.\n`,
  );
};

export const installModels = async () => {
  makeLocale();
  if (areModelsInstalled()) return;
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  await runTold('Installing what runs models (once; some seconds)', 'npm', ['ci', ...flags], NATIVE);
  removeOtherSystems();
  check();
};

if (process.argv[1] === join(root, 'scripts/models.mjs')) await installModels();
