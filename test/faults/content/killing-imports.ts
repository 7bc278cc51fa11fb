import { randomInt } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import type { ImportedVersion } from './imported-version.js';

/** About as long as an import takes. */
const LATEST_MS = 4_000;

/** Kills so many times while one version is imported into, and an import of the other one is undone. */
export const killedWhileImporting = async (
  [one, other]: readonly [ImportedVersion, ImportedVersion],
  kills: number,
  killAndStart: (kill: number) => Promise<unknown>,
): Promise<void> => {
  await one.ask();
  expect(await one.wrong()).toEqual([]);
  for (let kill = 1; kill <= kills; kill += 1) {
    await Promise.all([one.ask(), other.ask()]);
    await later(randomInt(LATEST_MS));
    await killAndStart(kill);
    expect({ kill, wrong: [...(await one.wrong()), ...(await other.wrong())] }).toEqual({ kill, wrong: [] });
  }
};
