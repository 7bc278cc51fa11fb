// `node scripts/backup.mjs --from <data folder> --to <folder> [--vault <folder>]`: a backup of one machine, running or stopped.
// What docs/backup.md tells of it is tried by a test. The log goes first, so that it names no key and no file that is missing.
import Libsql from 'libsql';
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { from: { type: 'string' }, to: { type: 'string' }, vault: { type: 'string' } },
});
const { from, to } = values;
const vault = values.vault ?? to;
if (from === undefined || to === undefined || !existsSync(join(from, 'log.db'))) {
  console.error(
    'node scripts/backup.mjs --from <data folder of Cairn> --to <folder> [--vault <folder of its own for the keys>]',
  );
  process.exit(1);
}

const synced = async (path) => {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

/** As it is at one moment, whatever is written meanwhile. It takes the place of an older copy when all of it is on disk. */
const copyDatabase = async (name, folder) => {
  const began = performance.now();
  const made = join(folder, `${name}.new`);
  await rm(made, { force: true });
  const database = new Libsql(join(from, name), { fileMustExist: true });
  try {
    database.pragma('busy_timeout = 10000');
    database.exec(`VACUUM INTO '${made.replaceAll("'", "''")}'`);
  } finally {
    database.close();
  }
  await chmod(made, 0o600);
  await synced(made);
  await rename(made, join(folder, name));
  await synced(folder);
  told(name, (await stat(join(folder, name))).size, began);
};

/** Files are named by their hash and never change: what the backup has already is left alone. Unfinished ones are left out. */
const copyBlobs = async () => {
  const began = performance.now();
  let bytes = 0;
  for (const one of await foldersIn(join(from, 'blobs')))
    for (const two of await foldersIn(join(from, 'blobs', one))) {
      const [source, target] = [from, to].map((folder) => join(folder, 'blobs', one, two));
      await mkdir(target, { recursive: true, mode: 0o700 });
      const there = new Set(await readdir(target));
      for (const name of (await readdir(source)).filter(
        (each) => /^[0-9a-f]{64}$/.test(each) && !there.has(each),
      ))
        bytes += await copyBlob(join(source, name), join(target, name));
      await synced(target);
    }
  told('blobs', bytes, began);
};

const foldersIn = async (folder) =>
  existsSync(folder) ? (await readdir(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name)) : [];

/** The bytes that were copied: none of a file that was collected meanwhile, which nothing names any more. */
const copyBlob = async (source, target) => {
  const made = `${target}.new`;
  try {
    await copyFile(source, made);
    const { size, atime, mtime } = await stat(source);
    await utimes(made, atime, mtime);
    await synced(made);
    await rename(made, target);
    return size;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    await rm(made, { force: true });
    return 0;
  }
};

const told = (what, bytes, began) =>
  console.log(
    `${what}: ${(bytes / 1e6).toFixed(1)} MB in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );

for (const folder of [to, vault]) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}
await copyDatabase('log.db', to);
await copyDatabase('vault.db', vault);
await copyBlobs();
