import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leaveOut } from '../support/left-out.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { MODELS_NEED, runsModels } from '../support/two-numbers.js';
import { differences } from './kills/comparing.js';
import { scenesOf, someMoment } from './kills/dealing.js';
import { Driver } from './kills/driving.js';
import { type Intent, type Known, readLedger } from './kills/ledger.js';
import { makeScene, perform, type Scene } from './kills/scene.js';

/** 40 in CI; `npm run test:deep faults long` asks for 300. */
const KILLS = Number(process.env['CAIRN_TEST_KILLS'] ?? 40);
const KILLS_IN_A_SCENE = 20;
/** A cluster is a dozen processes, each of which starts again. */
const LONGEST_KILL_MS = 25_000;

if (!runsModels) leaveOut(MODELS_NEED);

describe.each(topologies)('R1: kill -9 while it writes ($name)', (topology) => {
  let cairn: RunningCairn;
  let driver: Driver;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-ledger-'));
    [cairn, driver] = await Promise.all([topology.start(), Driver.start()]);
  });
  afterAll(async () => {
    await Promise.all([cairn.remove(), driver.end()]);
    rmSync(folder, { recursive: true });
  });

  const ledgerOf = (scene: Scene): string => join(folder, `${scene.dataset}.jsonl`);

  const killedWhileWriting = async (scene: Scene): Promise<Known> => {
    const ledger = ledgerOf(scene);
    const { gone } = await driver.write({ gateways: cairn.gateways, ledger, scene });
    await someMoment();
    await cairn.end('SIGKILL');
    await gone;
    await cairn.again();
    return readLedger(ledger);
  };

  const retried = async (scene: Scene, intents: readonly Intent[]): Promise<void> => {
    const client = cairn.client(scene.token);
    for (const intent of intents) {
      const answer = await perform(client, scene, intent);
      expect([200, 201]).toContain(answer.status);
    }
  };

  it.each(scenesOf(KILLS, KILLS_IN_A_SCENE))(
    'loses nothing acknowledged and doubles nothing (scene $scene, $kills kills)',
    async ({ kills }) => {
      const scene = await makeScene(cairn);
      const client = cairn.client(scene.token);
      let acknowledged = 0;
      for (let kill = 1; kill <= kills; kill += 1) {
        const known = await killedWhileWriting(scene);
        acknowledged = known.acks.size;
        expect({ kill, differences: await differences(client, scene, known) }).toEqual({
          kill,
          differences: [],
        });
      }
      expect(acknowledged).toBeGreaterThan(kills);

      // Without the registers only the log can recognise a command (law 3).
      await cairn.end('SIGKILL');
      await cairn.inside.dropRegisters();
      await cairn.again();
      const { intents, acks } = readLedger(ledgerOf(scene));
      const open = intents.filter(({ marker, key }) => key !== undefined && !acks.has(marker));
      const closed = intents.filter(({ marker, key }) => key !== undefined && acks.has(marker)).slice(-50);
      await retried(scene, [...open, ...open, ...closed]);
      const now = await differences(client, scene, {
        intents,
        acks: new Map([...acks, ...(await idsOf(scene, open))]),
      });
      expect(now).toEqual([]);
    },
    KILLS_IN_A_SCENE * LONGEST_KILL_MS,
  );

  /** A third retry: what each intent made. */
  const idsOf = async (scene: Scene, intents: readonly Intent[]): Promise<readonly [string, string][]> => {
    const ids: [string, string][] = [];
    for (const intent of intents) {
      const { body } = await perform(cairn.client(scene.token), scene, intent);
      ids.push([intent.marker, (body as { id: string }).id]);
    }
    return ids;
  };
});
