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
const roles = new Map(['project_viewer', 'project_editor'].map((slug) => [slug, systemRoleId(slug)]));

/** What was found until then is told; making a story shorter takes as long as playing many. */
const WITHIN_MS = 100_000 + SEQUENCES * 5_000;

jest.setTimeout(WITHIN_MS + 20_000);

/** Plays its part of the sequences. Throws the shortest story that is not as the policy says, and how to hear it again. */
const playLane = async (lane: number): Promise<number> => {
  const system = await OneProcess.start();
  let cast: Cast | undefined;
  let played = 0;
  const nextCast = async (): Promise<Cast> => {
    if (cast === undefined || played % A_CAST_PLAYS === 0) cast = await Cast.of(system);
    played += 1;
    return cast;
  };
  const property = fc.asyncProperty(sequences, async (sequence) => play(await nextCast(), roles, sequence));
  try {
    const bounds = { interruptAfterTimeLimit: WITHIN_MS, markInterruptAsFailure: true };
    await fc.assert(property, { numRuns: Math.ceil(SEQUENCES / LANES), seed: SEED + lane, ...bounds });
    expect(await system.streamsOfOneKey()).toEqual([]);
    return played;
  } finally {
    await system.stop();
  }
};

describe('the reference policy and the services', () => {
  it(`S1 S5 S18 agree in ${SEQUENCES} sequences (seed ${SEED})`, async () => {
    const played = await Promise.all(Array.from({ length: LANES }, (_, lane) => playLane(lane)));
    expect(played.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(SEQUENCES);
  });
});
