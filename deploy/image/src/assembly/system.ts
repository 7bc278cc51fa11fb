import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { messageOf } from '@cairn/kernel';
import { CannotAssemble } from './cannot-assemble.js';
import { copied } from './copying.js';
import { DATA, LOCALE, NODE, USER_ID } from './image.js';
import { librariesOf } from './programs.js';

/** By them a worker that runs models gets the limits that it has from a shell elsewhere: they are no shell. */
const LIMITING = ['/usr/bin/choom', '/usr/bin/prlimit', '/usr/bin/setpriv'];
/** Names of hosts are looked up by them; the C library loads them by itself. */
const LOOKING_UP = ['libnss_dns.so.2', 'libnss_files.so.2', 'libresolv.so.2'];
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
/** Where the OpenSSL in Node looks, with `--use-openssl-ca`. */
const CERTIFICATES_OF_OPENSSL = '/etc/ssl/cert.pem';

/** What the programs need of the system, and no more. Answers the files of the system that were put there. */
export const putSystem = (rootfs: string, programs: readonly string[]): readonly string[] => {
  const put = new Set<string>();
  const place = (path: string): void => {
    if (!path.startsWith(rootfs)) putFile(rootfs, path, put);
  };
  copied(process.execPath, join(rootfs, NODE));
  chmodSync(join(rootfs, NODE), 0o755);
  for (const program of LIMITING) place(needed(program, 'util-linux'));
  for (const program of [process.execPath, ...LIMITING, ...programs])
    for (const library of librariesOf(program)) place(library);
  const libc = [...put].find((path) => path.endsWith('/libc.so.6')) ?? '';
  for (const name of LOOKING_UP) place(needed(join(dirname(libc), name), 'the C library'));
  place(needed(CERTIFICATES, 'ca-certificates'));
  place(needed('/etc/os-release', 'base-files'));
  symlinkSync(CERTIFICATES.slice('/etc/ssl/'.length), join(rootfs, CERTIFICATES_OF_OPENSSL));
  putLocale(rootfs);
  putEtc(rootfs);
  for (const folder of ['/tmp', DATA, '/proc', '/sys', '/dev'])
    mkdirSync(join(rootfs, folder), { recursive: true });
  return [...put].sort();
};

const needed = (path: string, from: string): string => {
  if (!existsSync(path)) throw new CannotAssemble(`${path} is not there: install ${from}.`);
  return path;
};

/** Puts a file of this system where it is, with every link on the way to it. */
const putFile = (rootfs: string, path: string, put: Set<string>): void => {
  const parts = path.split(sep).slice(1);
  let at: string = sep;
  for (const [index, part] of parts.entries()) {
    at = join(at, part);
    const there = lstatSync(at);
    if (there.isSymbolicLink()) {
      putLink(rootfs, at);
      putFile(rootfs, join(resolve(dirname(at), readlinkSync(at)), ...parts.slice(index + 1)), put);
      return;
    }
  }
  if (put.has(at)) return;
  put.add(at);
  copied(at, join(rootfs, at));
};

const putLink = (rootfs: string, at: string): void => {
  const made = join(rootfs, at);
  if (lstatSync(made, { throwIfNoEntry: false }) !== undefined) return;
  mkdirSync(dirname(made), { recursive: true });
  symlinkSync(readlinkSync(at), made);
};

/** onnxruntime compares texts by it, and Node formats by it. */
const putLocale = (rootfs: string): void => {
  const folder = join(rootfs, 'usr/lib/locale', `${LOCALE}.utf8`);
  mkdirSync(dirname(folder), { recursive: true });
  try {
    execFileSync('localedef', ['-i', LOCALE, '-f', 'UTF-8', '--no-archive', folder], { stdio: 'pipe' });
  } catch (error) {
    throw new CannotAssemble(
      `The locale ${LOCALE}.UTF-8 cannot be made (${messageOf(error).split('\n')[0] ?? ''}): install localedef and the sources of locales, on Debian the package locales.`,
      { cause: error },
    );
  }
};

/** Who is there, how names are found; what is empty is where a container gets its own. */
const putEtc = (rootfs: string): void => {
  const files = {
    hosts: [],
    hostname: [],
    'resolv.conf': [],
    passwd: [
      'root:x:0:0:root:/:/nonexistent',
      `cairn:x:${USER_ID}:${USER_ID}:Cairn:${DATA}:/nonexistent`,
      'nobody:x:65534:65534:nobody:/nonexistent:/nonexistent',
    ],
    group: ['root:x:0:', `cairn:x:${USER_ID}:`, 'nogroup:x:65534:'],
    'nsswitch.conf': ['passwd: files', 'group: files', 'hosts: files dns'],
  };
  for (const [name, lines] of Object.entries(files))
    writeFileSync(join(rootfs, 'etc', name), lines.map((line) => `${line}\n`).join(''));
};
