import { oneMachine } from '../support/topology.js';

/** Stops within, and starts again within. */
const STOPS_WITHIN_MS = 10_000;
const STARTS_WITHIN_MS = 2_000;
/** The least counts: what else the machine does is not Cairn's. */
const STARTS = 8;

describe('starting one machine again', () => {
  it('stops in time and answers again at once', async () => {
    const cairn = await oneMachine.start();
    try {
      const took: number[] = [];
      while (took.length < STARTS && !took.some((ms) => ms < STARTS_WITHIN_MS)) {
        const stopping = Date.now();
        expect(await cairn.end('SIGTERM')).toBe(0);
        expect(Date.now() - stopping).toBeLessThan(STOPS_WITHIN_MS);
        const starting = Date.now();
        await cairn.again();
        took.push(Date.now() - starting);
      }
      expect(Math.min(...took)).toBeLessThan(STARTS_WITHIN_MS);
    } finally {
      await cairn.remove();
    }
  }, 60_000);
});
