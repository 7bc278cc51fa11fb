// `node scripts/restore.mjs --from <folder> [--vault <folder>] --to <data folder>`: puts a backup of scripts/backup.mjs in the
// place of the data of one machine (docs/backup.md). What was there is kept beside it, as `<data folder>.before-<time>`. It
// waits for a Cairn that is stopping, and does nothing to one that runs.
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const require = createRequire(import.meta.url);
const { LockHeld, takeExclusiveLock } = require('@cairn/kernel');

const STOPS_WITHIN_MS = Number(process.env.RESTORE_WAITS_MS ?? 60_000);
const AGAIN_MS = 500;

const { values } = parseArgs({
  options: { from: { type: 'string' }, to: { type: 'string' }, vault: { type: 'string' } },
});
const { from, to } = values;
const vault = values.vault ?? from;

const refuse = (sentence) => {
  console.error(sentence);
  process.exit(1);
};
if (from === undefined || to === undefined)
  refuse(
    'node scripts/restore.mjs --from <backup> [--vault <backup of the keys>] --to <data folder of Cairn>',
  );
for (const [folder, name] of [
  [from, 'log.db'],
  [vault, 'vault.db'],
])
  if (!existsSync(join(folder, name))) refuse(`${join(folder, name)} is not there: nothing was changed.`);

/** Held until this process ends: nobody starts on the folder meanwhile. */
const held = async (folder) => {
  const until = Date.now() + STOPS_WITHIN_MS;
  for (;;)
    try {
      return takeExclusiveLock(join(folder, 'lock.db'));
    } catch (error) {
      if (!(error instanceof LockHeld)) throw error;
      if (Date.now() > until) refuse(`Cairn runs on ${folder}: stop it first. Nothing was changed.`);
      await pause(AGAIN_MS);
    }
};

const release = existsSync(to) ? await held(to) : undefined;
const made = `${to}.restoring`;
await rm(made, { recursive: true, force: true });
await mkdir(made, { mode: 0o700 });
for (const folder of new Set([from, vault]))
  await cp(folder, made, { recursive: true, preserveTimestamps: true });
const before = `${to}.before-${new Date().toISOString().replaceAll(':', '-')}`;
if (existsSync(to)) await rename(to, before);
await rename(made, to);
release?.();
console.log(`${to} is what the backup holds.${existsSync(before) ? ` What was there is ${before}.` : ''}`);
