import { randomInt } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import type { Client } from '@cairn/client';
import { administrator } from '../../support/people.js';
import { cluster, type RunningCluster } from '../../support/topologies/cluster.js';
import { caughtUp } from '../answers-of.js';
import { Scene } from '../content/scene.js';

/** `npm run test:deep cluster long` asks for 300. */
const KILLS = Number(process.env['CAIRN_TEST_KILLS'] ?? 20);
const KILLS_IN_A_SCENE = 10;
const LATEST_MS = 400;
/** Killed in turn. The other goes on meanwhile, and projects what the first has appended. */
const PROCESSES = ['graphs-1', 'graphs-2'];
/** So many of each version that were done are sent once more after a kill. */
const SENT_AGAIN = 5;

describe('R1: kill -9 of a service while graphs are written (cluster)', () => {
  let cairn: RunningCluster;
  let admin: Client;
  beforeAll(async () => {
    cairn = await cluster.start();
    ({ client: admin } = await administrator(cairn));
  });
  afterAll(() => cairn.remove());

  const killedWhileWriting = async (scene: Scene, victim: string): Promise<void> => {
    const { ended } = await scene.write();
    // The fault itself: the moment of death is what varies.
    await later(randomInt(LATEST_MS));
    await cairn.kill(victim);
    scene.stop();
    await ended;
    await caughtUp(admin);
  };

  it.each(
    Array.from({ length: Math.ceil(KILLS / KILLS_IN_A_SCENE) }, (_, index) => ({
      kills: Math.min(KILLS_IN_A_SCENE, KILLS - index * KILLS_IN_A_SCENE),
      scene: index + 1,
    })),
  )(
    'each bulk is there as a whole or not at all, and is done once (scene $scene, $kills kills)',
    async ({ kills }) => {
      const scene = await Scene.make(cairn);
      for (let kill = 1; kill <= kills; kill += 1) {
        const victim = PROCESSES[kill % PROCESSES.length]!;
        await killedWhileWriting(scene, victim);
        const wrong = [...(await scene.wrongNow()), ...(await scene.toldOtherwise(SENT_AGAIN))];
        await scene.finish();
        await caughtUp(admin);
        wrong.push(...(await scene.wrongRevisions('new')), ...(await scene.wrongNow()));
        expect({ kill, victim, wrong }).toEqual({ kill, victim, wrong: [] });
      }
      expect(scene.doneCount).toBeGreaterThan(kills);
      expect(await scene.wrongRevisions('all')).toEqual([]);
    },
    KILLS_IN_A_SCENE * 60_000,
  );
});
