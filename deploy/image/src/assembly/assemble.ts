import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { putApp, writeJson } from './app.js';
import { CannotAssemble } from './cannot-assemble.js';
import { APP, imageOf } from './image.js';
import { manifestIn } from './packages.js';
import { programsBelow } from './programs.js';
import { sbomOf } from './sbom.js';
import { settle } from './settled.js';
import { putSystem } from './system.js';
import { distributionIn, putSystemPackages } from './system-packages.js';

/**
 * Makes `rootfs`, the file system of the image, `image.json`, what a container is told of it, and `sbom.cdx.json` in a
 * folder, from a checkout that is installed and built. Throws `CannotAssemble`.
 */
export const assemble = (root: string, to: string): void => {
  if (process.platform !== 'linux') throw new CannotAssemble('The image is of Linux: it is assembled there.');
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new CannotAssemble(`${to} is not empty: name a folder that is, or is not there.`);
  const rootfs = join(to, 'rootfs');
  mkdirSync(rootfs, { recursive: true });
  const packages = putApp(root, join(rootfs, APP));
  const programs = programsBelow(join(rootfs, APP), process.execPath);
  const system = putSystemPackages(rootfs, putSystem(rootfs, programs));
  const { version } = manifestIn(root);
  const madeAt = timeOf(root);
  const distribution = distributionIn(rootfs);
  settle(rootfs, madeAt);
  writeJson(join(to, 'image.json'), imageOf(version));
  writeJson(join(to, 'sbom.cdx.json'), sbomOf({ root, version, madeAt, packages, system, distribution }));
};

/** Of the sources: `SOURCE_DATE_EPOCH`, else that of the commit, else 1970. */
const timeOf = (root: string): number => {
  const told = process.env['SOURCE_DATE_EPOCH'] ?? '';
  if (told !== '') return Number(told);
  const { error, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return error === undefined ? Number(stdout) : 0;
};
