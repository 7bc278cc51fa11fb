import type { Client } from '@cairn/client';
import { administrator } from '../../support/people.js';
import { cluster, type RunningCluster } from '../../support/topologies/cluster.js';
import { caughtUp } from '../answers-of.js';
import { ImportedVersion } from '../content/imported-version.js';
import { killedWhileImporting } from '../content/killing-imports.js';

/** `npm run test:deep cluster long` asks for 300. */
const KILLS = Number(process.env['CAIRN_TEST_KILLS'] ?? 10);
/** Killed in turn: the worker of the other one goes on. */
const PROCESSES = ['graphs-1', 'graphs-2'];
const LONGEST_KILL_MS = 180_000;

describe('R1: kill -9 of a service while graph files are imported, and imports undone (cluster)', () => {
  let cairn: RunningCluster;
  let admin: Client;
  beforeAll(async () => {
    cairn = await cluster.start();
    ({ client: admin } = await administrator(cairn));
  });
  afterAll(() => cairn.remove());

  it(
    `the whole file is there once, and its undo leaves nothing of it (${KILLS} kills)`,
    async () => {
      const versions = [await ImportedVersion.make(cairn), await ImportedVersion.make(cairn)] as const;
      await killedWhileImporting(versions, KILLS, async (kill) => {
        await cairn.kill(PROCESSES[kill % PROCESSES.length]!);
        await caughtUp(admin);
      });
    },
    KILLS * LONGEST_KILL_MS,
  );
});
