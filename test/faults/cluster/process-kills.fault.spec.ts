import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@cairn/client';
import type { EngineName } from '@cairn/engines';
import { administrator } from '../../support/people.js';
import { cluster, type RunningCluster } from '../../support/topologies/cluster.js';
import { caughtUp, until } from '../answers-of.js';
import { differences } from '../kills/comparing.js';
import { scenesOf, someMoment } from '../kills/dealing.js';
import { Driver } from '../kills/driving.js';
import { type Known, readLedger } from '../kills/ledger.js';
import { makeScene, type Scene } from '../kills/scene.js';

/** 40 in CI; `npm run test:deep faults long` asks for 300. */
const KILLS = Number(process.env['CAIRN_TEST_KILLS'] ?? 40);
const KILLS_IN_A_SCENE = 10;
/** Killed in turn. */
const PROCESSES = [
  'gateway-1',
  'datasets-1',
  'gateway-2',
  'identity-1',
  'models-1',
  'datasets-2',
  'relay-1',
  'identity-2',
  'models-2',
];
const ENGINES: readonly EngineName[] = ['eventstoredb', 'mongodb', 'kafka'];
const VICTIMS: readonly string[] = [...PROCESSES, ...ENGINES];

describe('R1: kill -9 of any one process while others write, and the log is scavenged (cluster)', () => {
  let cairn: RunningCluster;
  let admin: Client;
  let driver: Driver;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-ledger-'));
    [cairn, driver] = await Promise.all([cluster.start(), Driver.start()]);
    ({ client: admin } = await administrator(cairn));
  });
  afterAll(async () => {
    await Promise.all([cairn.remove(), driver.end()]);
    rmSync(folder, { recursive: true });
  });

  const killed = async (victim: string): Promise<void> => {
    const engine = ENGINES.find((name) => name === victim);
    if (engine === undefined) return cairn.kill(victim);
    await cairn.engines[engine].kill();
    await cairn.engines[engine].again();
  };

  const killedWhileWriting = async (scene: Scene, victim: string): Promise<Known> => {
    const ledger = join(folder, `${scene.dataset}.jsonl`);
    const { gone } = await driver.write({ gateways: cairn.gateways, goesOn: true, ledger, scene });
    await someMoment();
    await cairn.scavenge();
    await killed(victim);
    await someMoment();
    driver.stop();
    await gone;
    await ready();
    return readLedger(ledger);
  };

  /** Every gateway takes requests, and every read model is at the head of the log. */
  const ready = async (): Promise<void> => {
    for (const gateway of cairn.gateways)
      await until(
        () =>
          fetch(`${gateway}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        (status) => status === 200,
      );
    await caughtUp(admin);
  };

  let kill = 0;
  it.each(scenesOf(KILLS, KILLS_IN_A_SCENE))(
    'loses nothing acknowledged and doubles nothing (scene $scene, $kills kills)',
    async ({ kills }) => {
      const scene = await makeScene(cairn);
      let acknowledged = 0;
      for (let count = 0; count < kills; count += 1, kill += 1) {
        const victim = VICTIMS[kill % VICTIMS.length]!;
        const known = await killedWhileWriting(scene, victim);
        acknowledged = known.acks.size;
        const found = await differences(scene.person.client, scene, known);
        expect({ kill, victim, differences: found }).toEqual({ kill, victim, differences: [] });
      }
      expect(acknowledged).toBeGreaterThan(kills);
    },
    KILLS_IN_A_SCENE * 30_000,
  );
});
