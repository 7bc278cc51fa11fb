import type { Client } from '@cairn/client';
import { administrator } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { caughtUp } from './answers-of.js';
import { ImportedVersion } from './content/imported-version.js';
import { killedWhileImporting } from './content/killing-imports.js';
import { scenesOf } from './kills/dealing.js';

/** `npm run test:deep faults long` asks for 300. */
const KILLS = Number(process.env['CAIRN_TEST_KILLS'] ?? 40);
const KILLS_IN_A_SCENE = 10;
/** Another worker takes the work when the claim of the killed one is over. */
const LONGEST_KILL_MS = 180_000;

describe.each(topologies)(
  'R1: kill -9 while graph files are imported, and imports undone ($name)',
  (topology) => {
    let cairn: RunningCairn;
    let admin: Client;
    beforeAll(async () => {
      cairn = await topology.start();
      ({ client: admin } = await administrator(cairn));
    });
    afterAll(() => cairn.remove());

    it.each(scenesOf(KILLS, KILLS_IN_A_SCENE))(
      'the whole file is there once, and its undo leaves nothing of it (scene $scene, $kills kills)',
      async ({ kills }) => {
        const versions = [await ImportedVersion.make(cairn), await ImportedVersion.make(cairn)] as const;
        await killedWhileImporting(versions, kills, async (kill) => {
          await cairn.end('SIGKILL');
          // Without the registers only the log can recognise a command (law 3).
          if (kill % 2 === 0) await cairn.inside.dropRegisters();
          await cairn.again();
          await caughtUp(admin);
        });
      },
      KILLS_IN_A_SCENE * LONGEST_KILL_MS,
    );
  },
);
