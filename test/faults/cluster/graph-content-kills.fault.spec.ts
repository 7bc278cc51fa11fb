import type { Client } from '@cairn/client';
import { administrator } from '../../support/people.js';
import { cluster, type RunningCluster } from '../../support/topologies/cluster.js';
import { caughtUp } from '../answers-of.js';
import { type Kill, killedWhileWriting } from '../content/killing.js';
import { Scene } from '../content/scene.js';
import { scenesOf } from '../kills/dealing.js';

/** `npm run test:deep cluster long` asks for 300. */
const KILLS = Number(process.env['CAIRN_TEST_KILLS'] ?? 20);
const KILLS_IN_A_SCENE = 10;
/** Killed in turn. The other goes on meanwhile, and projects what the first has appended. */
const PROCESSES = ['graphs-1', 'graphs-2'];

describe('R1: kill -9 of a service while graphs are written (cluster)', () => {
  let cairn: RunningCluster;
  let admin: Client;
  beforeAll(async () => {
    cairn = await cluster.start();
    ({ client: admin } = await administrator(cairn));
  });
  afterAll(() => cairn.remove());

  const killOf = (scene: Scene, victim: string): Kill => ({
    victim,
    kill: () => cairn.kill(victim),
    again: () => caughtUp(admin),
    finish: async () => {
      await scene.finish();
      await caughtUp(admin);
    },
  });

  it.each(scenesOf(KILLS, KILLS_IN_A_SCENE))(
    'each bulk is there as a whole or not at all, and is done once (scene $scene, $kills kills)',
    async ({ kills }) => {
      const scene = await Scene.make(cairn);
      await killedWhileWriting(scene, kills, (kill) => killOf(scene, PROCESSES[kill % PROCESSES.length]!));
      expect(await scene.wrongRevisions('all')).toEqual([]);
    },
    KILLS_IN_A_SCENE * 60_000,
  );
});
