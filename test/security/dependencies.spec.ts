import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/topology.js';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const packages = Object.entries(lock.packages)
  .filter(([path]) => path.includes('node_modules/'))
  .map(([path, locked]) => ({ ...locked, path, name: path.slice(path.lastIndexOf('node_modules/') + 13) }));

/** The first version of each line in which what is publicly known against the package is mended. */
const mended: Readonly<Record<string, readonly string[]>> = {
  'path-to-regexp': ['8.4.0'],
  qs: ['6.14.1'],
  'body-parser': ['1.20.3', '2.2.1'],
  express: ['5.2.0'],
  send: ['0.19.0', '1.1.0'],
  'serve-static': ['1.16.0', '2.1.0'],
  cookie: ['0.7.0'],
  jsonwebtoken: ['9.0.0'],
  jws: ['3.2.3', '4.0.1'],
  semver: ['5.7.2', '6.3.1', '7.5.2'],
  'cross-spawn': ['6.0.6', '7.0.5'],
  braces: ['3.0.3'],
  micromatch: ['4.0.8'],
  ws: ['7.5.10', '8.17.1'],
  'brace-expansion': ['1.1.12', '2.0.2', '4.0.1', '5.0.0'],
  minimatch: ['3.0.5', '4.0.0'],
  'js-yaml': ['3.14.2', '4.1.1'],
  glob: ['7.0.0', '8.0.0', '9.0.0', '10.5.0', '11.1.0'],
  tar: ['6.2.1', '7.5.3'],
  'form-data': ['2.5.4', '3.0.4', '4.0.4'],
  axios: ['1.12.0'],
  'follow-redirects': ['1.15.6'],
  lodash: ['4.17.21'],
  minimist: ['1.2.6'],
  json5: ['1.0.2', '2.2.2'],
  'ansi-regex': ['3.0.1', '4.1.1', '5.0.1', '6.0.1'],
  tmp: ['0.2.4'],
  'fast-uri': ['2.0.0', '3.0.0'],
  nodemailer: ['7.0.7'],
  undici: ['6.21.2', '7.5.0'],
  protobufjs: ['6.11.4', '7.2.5'],
  'http-cache-semantics': ['4.1.1'],
  'word-wrap': ['1.2.4'],
  ip: ['3.0.0'],
  'tough-cookie': ['4.1.3'],
  'find-my-way': ['8.2.2', '9.0.1'],
};
/** Releases that were published with malware in them. */
const poisoned = [
  'chalk@5.6.1',
  'debug@4.4.2',
  'ansi-styles@6.2.2',
  'ansi-regex@6.2.1',
  'strip-ansi@7.1.1',
  'supports-color@10.2.1',
  'wrap-ansi@9.0.1',
  'slice-ansi@7.1.1',
  'color-convert@3.1.1',
  'color-name@2.0.1',
  'color-string@2.1.1',
  'color@5.0.1',
  'is-arrayish@0.3.3',
  'error-ex@1.3.3',
  'has-ansi@6.0.1',
  'simple-swizzle@0.2.3',
  'backslash@0.2.1',
  'event-stream@3.3.6',
  'eslint-scope@3.7.2',
  'eslint-config-prettier@8.10.1',
  'eslint-config-prettier@9.1.1',
  'eslint-config-prettier@10.1.6',
  'eslint-config-prettier@10.1.7',
  'eslint-plugin-prettier@4.2.2',
  'eslint-plugin-prettier@4.2.3',
  'napi-postinstall@0.3.1',
  'ua-parser-js@0.7.29',
  'coa@2.0.3',
  'rc@1.2.9',
  'nx@20.9.0',
  'nx@20.10.0',
  'nx@20.11.0',
  'nx@20.12.0',
  'nx@21.5.0',
  'nx@21.6.0',
  'nx@21.7.0',
  'nx@21.8.0',
];
/** Never at all: their last release is the known-bad one, or they report home. */
const banned = ['dicer', 'flatmap-stream', 'request', 'vm2', 'node-serialize', 'colors', 'faker'];

const numbers = (version: string): readonly number[] => version.split(/[.+-]/).slice(0, 3).map(Number);
const isOlder = (one: string, other: string): boolean => {
  const [left, right] = [numbers(one), numbers(other)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at !== -1 && left[at]! < right[at]!;
};
/** Held against the newest line that the version can be of; older lines than all of them were never mended. */
const isKnownBad = (version: string, lines: readonly string[]): boolean => {
  const sameLine = lines.filter((line) => numbers(line)[0] === numbers(version)[0]);
  const oldest = lines[0] ?? version;
  return isOlder(version, sameLine.at(-1) ?? oldest);
};

describe('S43 dependencies', () => {
  it('are locked, each with its digest, to no registry in particular', () => {
    expect(packages.length).toBeGreaterThan(100);
    const loose = packages.filter(({ link, integrity }) => link !== true && integrity === undefined);
    expect(loose.map(({ path }) => path)).toEqual([]);
    const elsewhere = packages.filter(({ link, resolved }) => link !== true && resolved !== undefined);
    expect(elsewhere.map(({ path }) => path)).toEqual([]);
  });

  it.each(Object.keys(mended))('%s is none that is known to be bad', (name) => {
    const found = packages.filter((one) => one.name === name).map(({ version }) => version ?? '');
    expect(found.filter((version) => isKnownBad(version, mended[name] ?? []))).toEqual([]);
  });

  it('none is a release with malware', () => {
    const names = packages.map(({ name, version }) => `${name}@${version ?? ''}`);
    expect(names.filter((name) => poisoned.includes(name))).toEqual([]);
    expect(packages.filter(({ name }) => banned.includes(name)).map(({ path }) => path)).toEqual([]);
  });

  it('the rule finds what is bad', () => {
    const bad = ['8.3.9', '7.0.0', '0.1.12'].map((version) => isKnownBad(version, ['8.4.0']));
    expect(bad).toEqual([true, true, true]);
    expect(isKnownBad('8.4.0', ['8.4.0']) || isKnownBad('9.0.0', ['8.4.0'])).toBe(false);
    expect(isKnownBad('6.3.0', ['5.7.2', '6.3.1', '7.5.2'])).toBe(true);
  });

  it('a bill of materials is made by `npm sbom`', () => {
    const made = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { components } = JSON.parse(made) as { components: readonly { name: string }[] };
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['libsql', 'find-my-way']));
  });
});
