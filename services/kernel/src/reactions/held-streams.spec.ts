import { type Embedded, openEmbedded } from '../testkit/index.js';
import { HeldStreams } from './held-streams.js';

const stream = 'counter-a';

describe('streams that wait behind an event that was dead-lettered', () => {
  let engines: Embedded;
  let held: HeldStreams;
  beforeEach(async () => {
    engines = openEmbedded();
    held = new HeldStreams(engines.registers, 'parked:');
    await held.hold({ stream, revision: 2n }, new Error('a bug'));
  });
  afterEach(() => engines.remove());

  const passed = (revision: bigint): boolean => held.passesOver({ stream, revision });

  it('hold back what follows, not what stands before, and no other stream', () => {
    expect([1n, 2n, 3n].map(passed)).toEqual([false, true, true]);
    expect(held.passesOver({ stream: 'counter-b', revision: 3n })).toBe(false);
  });

  it('go on only when all has been reacted to that came to wait', async () => {
    passed(4n);
    expect([await held.release(stream, 4n), held.names]).toEqual([false, [stream]]);
    expect([await held.release(stream, 5n), held.names]).toEqual([true, []]);
  });

  it('are not reacted to again for what was done while they waited', async () => {
    await held.release(stream, 5n);
    expect([3n, 4n, 5n, 4n].map(passed)).toEqual([true, true, false, false]);
  });

  it('are known after a restart', async () => {
    const again = new HeldStreams(engines.registers, 'parked:');
    await again.read();
    expect([again.names, again.nextOf(stream)]).toEqual([[stream], 2n]);
  });
});
