/** What is in the image, and what is not. */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from '../support/topology.js';

interface Component {
  readonly name: string;
  readonly purl: string;
  readonly group?: string;
  readonly version: string;
}

/** Who runs in it. */
const USER = 10_001;

jest.setTimeout(300_000);

describe('the image holds what Cairn needs and no more', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-image-'));
  const rootfs = join(folder, 'rootfs');
  beforeAll(() => {
    execFileSync(process.execPath, ['scripts/image.mjs', '--to', folder], { cwd: root, stdio: 'inherit' });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const everything = () => {
    const below = (path: string): readonly string[] =>
      readdirSync(join(rootfs, path), { withFileTypes: true }).flatMap((entry) => {
        const at = join(path, entry.name);
        return entry.isDirectory() ? [at, ...below(at)] : [at];
      });
    return below('/').map((path) => ({ path, ...metaOf(path) }));
  };
  const metaOf = (path: string) => {
    const { mode, uid, gid } = lstatSync(join(rootfs, path));
    return { mode, uid, gid };
  };

  it('four programs of the system, none of them a shell or a package manager', () => {
    expect(readdirSync(join(rootfs, 'usr/bin'))).toEqual(['choom', 'node', 'prlimit', 'setpriv']);
    const unwanted = /^(sh|bash|dash|ash|busybox|apt|apt-get|dpkg|apk|npm|npx|corepack|yarn|curl|wget)$/;
    const programs = everything().filter(
      ({ mode }) => (mode & 0o170000) === 0o100000 && (mode & 0o111) !== 0,
    );
    expect(programs.map(({ path }) => path).filter((path) => !/^\/usr\/(bin|lib)\//.test(path))).toEqual([]);
    expect(programs.filter(({ path }) => unwanted.test(basename(path)))).toEqual([]);
  });

  it('no sources, specs, types or maps', () => {
    const unwanted = /\.(spec\.[cm]?js|[cm]?ts|map|tsbuildinfo)$|\/dist\/(.*\/)?(testkit|testing|assembly)\//;
    expect(everything().filter(({ path }) => unwanted.test(path))).toEqual([]);
  });

  it('nothing that its user may change but /data and /tmp, and nothing that gives rights', () => {
    const isWritable = ({ mode, uid, gid }: { mode: number; uid: number; gid: number }) =>
      uid === USER || gid === USER || (mode & 0o022) !== 0;
    const files = everything().filter(({ mode }) => (mode & 0o170000) !== 0o120000);
    expect(files.filter(isWritable).map(({ path }) => path)).toEqual(['/data', '/tmp']);
    expect(files.filter(({ mode }) => (mode & 0o6000) !== 0)).toEqual([]);
  });

  it('every package that its bill of materials names, and those alone', () => {
    const { components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as {
      components: readonly Component[];
    };
    const listed = components.filter(({ purl }) => purl.startsWith('pkg:npm/'));
    const told = listed.map(
      ({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name}@${version}`,
    );
    const there = everything()
      .map(({ path }) => path)
      .filter(
        (path) =>
          /\/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path) ||
          /^\/app\/(services|deploy)\/\w[\w-]*\/package\.json$/.test(path) ||
          /^\/app\/(contracts|contracts\/client|gateway|services\/models\/native)\/package\.json$/.test(path),
      )
      .map((path) => JSON.parse(readFileSync(join(rootfs, path), 'utf8')) as Component)
      .map(({ name, version }) => `${name}@${version}`);
    expect([...new Set(there)].sort()).toEqual([...told].sort());
    expect(components.map(({ purl }) => purl)).toContain(`pkg:generic/node@${process.versions.node}`);
    expect(components.filter(({ purl }) => purl.startsWith('pkg:deb/')).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['ca-certificates', 'libc6', 'libstdc++6', 'locales', 'util-linux']),
    );
  });
});
