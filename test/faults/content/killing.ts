import { someMoment } from '../kills/dealing.js';
import type { Scene } from './scene.js';

/** So many of each version that were done are sent once more after a kill. */
const SENT_AGAIN = 10;

/** One kill while clients write. */
export interface Kill {
  /** What is killed; absent where it is everything. */
  readonly victim?: string;
  readonly kill: () => Promise<unknown>;
  /** Everything runs again, and every read model is at the head of the log. */
  readonly again: () => Promise<void>;
  /** Asks for all that was not answered; absent where it stays open until a later kill. */
  readonly finish?: () => Promise<void>;
}

/** Kills so many times. After each kill, every bulk must be there as a whole or not at all, and done once. */
export const killedWhileWriting = async (
  scene: Scene,
  kills: number,
  killOf: (kill: number) => Kill,
): Promise<void> => {
  for (let kill = 1; kill <= kills; kill += 1) {
    const its = killOf(kill);
    const { victim } = its;
    expect({ kill, victim, wrong: await wrongAfter(scene, its) }).toEqual({ kill, victim, wrong: [] });
  }
  expect(scene.doneCount).toBeGreaterThan(kills);
};

const wrongAfter = async (scene: Scene, { kill, again, finish }: Kill): Promise<readonly string[]> => {
  const { ended } = await scene.write();
  await someMoment();
  await kill();
  scene.stop();
  await ended;
  await again();
  const wrong = [...(await scene.wrongNow()), ...(await scene.toldOtherwise(SENT_AGAIN))];
  if (finish === undefined) return wrong;
  await finish();
  return [...wrong, ...(await scene.wrongRevisions('new')), ...(await scene.wrongNow())];
};
