import { randomInt } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import type { Client } from '@cairn/client';
import { administrator } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { caughtUp } from './answers-of.js';
import { Scene } from './content/scene.js';

/** `npm run test:deep faults long` asks for 300. */
const KILLS = Number(process.env['CAIRN_TEST_KILLS'] ?? 40);
/** After so many the writing goes on in other versions, so that comparing stays short. */
const KILLS_IN_A_SCENE = 10;
const LATEST_MS = 400;
/** So many of each version that were done are sent once more after a kill. */
const SENT_AGAIN = 10;
/** A cluster is a dozen processes, each of which starts again. */
const LONGEST_KILL_MS = 60_000;

describe.each(topologies)('R1: kill -9 while graphs are written ($name)', (topology) => {
  let cairn: RunningCairn;
  let admin: Client;
  beforeAll(async () => {
    cairn = await topology.start();
    ({ client: admin } = await administrator(cairn));
  });
  afterAll(() => cairn.remove());

  const again = async (): Promise<void> => {
    await cairn.again();
    await caughtUp(admin);
  };

  const killedWhileWriting = async (scene: Scene): Promise<void> => {
    const { ended } = await scene.write();
    // The fault itself: the moment of death is what varies.
    await later(randomInt(LATEST_MS));
    await cairn.end('SIGKILL');
    scene.stop();
    await ended;
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
        await killedWhileWriting(scene);
        // Without the registers only the log can recognise a command (law 3). With them a key that was in use is held.
        const isForgotten = kill % 2 === 0 || kill === kills;
        if (isForgotten) await cairn.inside.dropRegisters();
        await again();
        const wrong = [...(await scene.wrongNow()), ...(await scene.toldOtherwise(SENT_AGAIN))];
        if (isForgotten) await scene.finish();
        if (isForgotten) wrong.push(...(await scene.wrongRevisions('new')), ...(await scene.wrongNow()));
        expect({ kill, wrong }).toEqual({ kill, wrong: [] });
      }
      expect(scene.doneCount).toBeGreaterThan(kills);

      // The rows of the past can be made again from the log.
      await cairn.end('SIGKILL');
      await cairn.inside.dropReadModels();
      await again();
      expect(await scene.wrongRevisions('all')).toEqual([]);
      expect(await scene.toldOtherwise(Number.MAX_SAFE_INTEGER)).toEqual([]);
    },
    KILLS_IN_A_SCENE * LONGEST_KILL_MS,
  );
});
