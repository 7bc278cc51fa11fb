import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../install/command.js';
import type { Recipe } from '../../install/installation.js';
import { headersOf, packageOf } from '../../install/tools.js';

const VERSION = '0.5.3-beta.196';
const CARGO = [
  'install',
  'secantus-mdb',
  '--version',
  VERSION,
  '--locked',
  '--ignore-rust-version',
  '--root',
  '.',
];

/** A separate program under the GPL-2 that the user installs: never linked to Cairn and never shipped with it. */
export const mongodbRecipe: Recipe = {
  name: 'mongodb',
  product: `SecantusDB ${VERSION}, a MongoDB-compatible server`,
  version: VERSION,
  ingredients: CARGO,
  tools: [{ command: 'cargo', what: 'Rust 1.95 or newer' }],
  packages: [
    packageOf('g++', 'c++'),
    packageOf('make', 'make'),
    packageOf('cmake', 'cmake'),
    headersOf('zlib1g-dev', 'zlib.h'),
  ],
  takes: 'about 5 minutes: it is compiled',
  build: async (folder) => {
    const target = join(folder, 'target');
    await runCommand('cargo', CARGO, { cwd: folder, environment: { CARGO_TARGET_DIR: target } });
    await rm(target, { recursive: true });
  },
};
