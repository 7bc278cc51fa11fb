// Compiles each package, `src` to `dist`: JavaScript and source maps. It looks at no types; `npm run types` does.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { transformFile } from '@swc/core';
import packages from './packages.cjs';
import { root } from './prepare.mjs';

/** What only specs use. */
const FOR_SPECS = /\.spec\.ts$|(^|\/)conformance[^/]*\.ts$|(^|\/)(testing|testkit)\//;

const sourcesOf = (folder) =>
  readdirSync(join(root, folder, 'src'), { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !FOR_SPECS.test(path));

const options = (source, target) => ({
  swcrc: false,
  jsc: packages.jsc,
  // Adapters are loaded when they are configured, by `import()` as it is written.
  module: { type: 'commonjs', ignoreDynamic: true },
  sourceMaps: true,
  inlineSourcesContent: false,
  sourceFileName: relative(dirname(target), source),
});

const compileFile = async (source, target) => {
  const { code, map } = await transformFile(source, options(source, target));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
  await writeFile(`${target}.map`, map);
};

const compiledIn = (dist) =>
  existsSync(dist)
    ? readdirSync(dist, { recursive: true })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => /\.(js|ts|map|tsbuildinfo)$/.test(path))
    : [];

/** What a source that is gone left behind goes last: a program that starts meanwhile finds what it needs. */
const compilePackage = async (folder) => {
  const dist = join(root, folder, 'dist');
  const written = new Set();
  for (const path of sourcesOf(folder)) {
    const target = path.replace(/\.ts$/, '.js');
    await compileFile(join(root, folder, 'src', path), join(dist, target));
    written.add(target).add(`${target}.map`);
  }
  for (const path of compiledIn(dist)) if (!written.has(path)) rmSync(join(dist, path));
};

await Promise.all(packages.folders.map(compilePackage));
