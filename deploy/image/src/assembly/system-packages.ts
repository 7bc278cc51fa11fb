import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copied } from './copying.js';

/** A package of the system, some of whose files are in the image. */
export interface SystemPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
}

/** What the locale and the certificates were made of: the files themselves are nobody's. */
const GENERATED_BY = ['/usr/share/i18n/locales/en_US', '/usr/sbin/update-ca-certificates'];
const LIST = '/var/lib/dpkg/status.d';

/**
 * The packages of Debian from which files came, and what those who look for known holes read of them: a list, as in other
 * images without a package manager. None where the system has no dpkg.
 */
export const putSystemPackages = (rootfs: string, files: readonly string[]): readonly SystemPackage[] => {
  const names = [...new Set([...files.flatMap(ownerOf), ...GENERATED_BY.flatMap(ownerOf)])].sort();
  return names.map((name) => {
    const status = asked('dpkg-query', '--status', name);
    const field = (wanted: string): string => new RegExp(`^${wanted}: (.*)$`, 'm').exec(status)?.[1] ?? '';
    const [short = name] = name.split(':');
    mkdirSync(join(rootfs, LIST), { recursive: true });
    writeFileSync(join(rootfs, LIST, short), status);
    const licence = `/usr/share/doc/${short}/copyright`;
    if (existsSync(licence)) copied(licence, join(rootfs, licence));
    return { name: short, version: field('Version'), architecture: field('Architecture') };
  });
};

/** dpkg knows files by the paths of before `/usr` was merged, or by those of today. */
const ownerOf = (file: string): readonly string[] => {
  for (const path of [file, file.replace(/^\/usr/, '')]) {
    const said = /^([^\s,]+)(?:, \S+)*: /.exec(asked('dpkg-query', '--search', path));
    if (said?.[1] !== undefined) return [said[1]];
  }
  return [];
};

/** What it prints; nothing where it is not there. */
const asked = (program: string, ...args: readonly string[]): string => {
  const { error, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  return error === undefined ? stdout : '';
};

/** The Debian of which they are: `debian-12`. */
export const distributionIn = (rootfs: string): string => {
  const text = readFileSync(join(rootfs, 'etc/os-release'), 'utf8');
  const value = (name: string): string => new RegExp(`^${name}="?([^"\\n]*)"?$`, 'm').exec(text)?.[1] ?? '';
  return `${value('ID')}-${value('VERSION_ID')}`;
};
