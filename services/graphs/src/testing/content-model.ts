import type { UnderTest } from '@cairn/kernel/testkit';
import * as fc from 'fast-check';
import { CheckedReads } from './checked-reads.js';
import { anyDeeds } from './content-deeds.js';
import { ContentUnderTest } from './content-under-test.js';
import { PlayedContent } from './sent-deeds.js';

/** How much is played, and on which engines. */
interface Play {
  readonly sequences: number;
  readonly deeds: number;
  readonly open?: () => Promise<UnderTest>;
}

/** Some twenty seconds are enough for a machine that does nothing else. */
const TIMEOUT_MS = 600_000;

/** Random deeds, done to the service and to a plain graph in memory: what is answered and what can be read is the same. */
export const contentModel = (engines: string, { sequences, deeds, open }: Play): void => {
  describe(`content of graphs on ${engines}`, () => {
    let content: ContentUnderTest;
    beforeAll(async () => {
      content = await ContentUnderTest.start(await open?.());
    });
    afterAll(() => content.stop());

    it(
      `is what a plain graph is after ${sequences} sequences of ${deeds} deeds, as of every revision`,
      async () => {
        // Where the current state is read in full, beside the end.
        const look = fc.nat({ max: deeds - 2 });
        const plays = fc.asyncProperty(anyDeeds(deeds), look, async (all, lookedAt) => {
          const played = new PlayedContent(content, await content.version());
          const reads = new CheckedReads(played);
          for (const [index, deed] of all.entries()) {
            await played.play(deed);
            if (lookedAt === index) await reads.now();
          }
          await reads.whole();
        });
        await fc.assert(plays, { numRuns: sequences, endOnFailure: true });
      },
      TIMEOUT_MS,
    );
  });
};
