import type { Client } from '@cairn/client';
import { administrator } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { caughtUp } from './answers-of.js';
import { type Kill, killedWhileWriting } from './content/killing.js';
import { Scene } from './content/scene.js';
import { scenesOf } from './kills/dealing.js';

/** `npm run test:deep faults long` asks for 300. */
const KILLS = Number(process.env['CAIRN_TEST_KILLS'] ?? 40);
const KILLS_IN_A_SCENE = 10;
/** A cluster is a dozen processes, each of which starts again. */
const LONGEST_KILL_MS = 100_000;

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

  const killAll = () => cairn.end('SIGKILL');
  const killOf = (scene: Scene, isForgotten: boolean): Kill => {
    if (!isForgotten) return { kill: killAll, again };
    return {
      kill: killAll,
      // Without the registers only the log can recognise a command (law 3). With them a key that was in use is held.
      again: async () => {
        await cairn.inside.dropRegisters();
        await again();
      },
      finish: () => scene.finish(),
    };
  };

  it.each(scenesOf(KILLS, KILLS_IN_A_SCENE))(
    'each bulk is there as a whole or not at all, and is done once (scene $scene, $kills kills)',
    async ({ kills }) => {
      const scene = await Scene.make(cairn);
      await killedWhileWriting(scene, kills, (kill) => killOf(scene, kill % 2 === 0 || kill === kills));

      // The rows of the past can be made again from the log.
      await killAll();
      await cairn.inside.dropReadModels();
      await again();
      expect(await scene.wrongRevisions('all')).toEqual([]);
      expect(await scene.toldOtherwise(Number.MAX_SAFE_INTEGER)).toEqual([]);
    },
    KILLS_IN_A_SCENE * LONGEST_KILL_MS,
  );
});
