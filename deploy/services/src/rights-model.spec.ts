/** S1, S5, S18: sequences of what people do, with all that everybody is shown after each step as the reference policy says. */
import { systemRoleId } from '@cairn/kernel';
import fc from 'fast-check';
import { Cast, play, sequences } from '../../../test/support/policy/sequences.js';
import { OneProcess } from './testing/one-process.js';

/** As many, and always the same, in `npm test`; `npm run model -- 20000` plays more, each time others. */
const SEQUENCES = Number(process.env['CAIRN_TEST_SEQUENCES'] ?? 40);
const SEED = Number(process.env['CAIRN_TEST_SEED'] ?? 1);
/** So many at the same moment, each on engines of its own: half of a sequence is waiting for read models. */
const LANES = 4;
/** People are in more and more groups, and their lists take longer. */
const A_CAST_PLAYS = 8;
/** What a process keeps in memory grows with what has happened in it. */
const A_SYSTEM_PLAYS = 96;
const roles = new Map(['project_viewer', 'project_editor'].map((slug) => [slug, systemRoleId(slug)]));

/** What was found until then is told; making a story shorter takes as long as playing many. */
const WITHIN_MS = 100_000 + SEQUENCES * 10_000;

jest.setTimeout(WITHIN_MS + 20_000);

/** Plays its part of the sequences. Throws the shortest story that is not as the policy says, and how to hear it again. */
class Lane {
  #system: OneProcess | undefined;
  #cast: Cast | undefined;
  played = 0;

  async play(seed: number): Promise<void> {
    const property = fc.asyncProperty(sequences, async (sequence) =>
      play(await this.#next(), roles, sequence),
    );
    const bounds = { interruptAfterTimeLimit: WITHIN_MS, markInterruptAsFailure: true };
    try {
      await fc.assert(property, { numRuns: Math.ceil(SEQUENCES / LANES), seed, ...bounds });
    } finally {
      await this.#end();
    }
  }

  async #next(): Promise<Cast> {
    if (this.played % A_SYSTEM_PLAYS === 0) await this.#end();
    this.#system ??= await OneProcess.start();
    if (this.#cast === undefined || this.played % A_CAST_PLAYS === 0)
      this.#cast = await Cast.of(this.#system);
    this.played += 1;
    return this.#cast;
  }

  async #end(): Promise<void> {
    const system = this.#system;
    [this.#system, this.#cast] = [undefined, undefined];
    if (system === undefined) return;
    expect(await system.streamsOfOneKey()).toEqual([]);
    await system.stop();
  }
}

describe('the reference policy and the services', () => {
  it(`S1 S5 S18 agree in ${SEQUENCES} sequences (seed ${SEED})`, async () => {
    const lanes = Array.from({ length: LANES }, () => new Lane());
    await Promise.all(lanes.map((lane, index) => lane.play(SEED * LANES + index)));
    expect(lanes.reduce((sum, { played }) => sum + played, 0)).toBeGreaterThanOrEqual(SEQUENCES);
  });
});
