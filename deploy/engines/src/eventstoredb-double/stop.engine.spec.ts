import type { EventStoreDBClient } from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { startEventStoreDbDouble, type EventStoreDbDouble } from './double.js';
import { RELEASES } from './release.js';
import { clientOf, errorOf, eventNamed, Listener, typesOf, WireListener } from './testing.js';

/** Long enough for a few calls. */
const GRACE_MS = 700;
const APPEND = { credentials: { username: 'some', password: 'one' } };

describe.each(RELEASES)('a stop of the double as %s', (release) => {
  let double: EventStoreDbDouble;
  let client: EventStoreDBClient;

  beforeEach(async () => {
    double = await startEventStoreDbDouble({ release });
    client = clientOf(double);
    await client.appendToStream('s', eventNamed('a'));
  });
  afterEach(async () => {
    await client.dispose();
    await double.stop();
  });

  it('with a grace serves on, and then ends the calls that are open with code 13', async () => {
    const listener = new WireListener(double);
    await listener.until('caught up');
    const before = Date.now();
    const stopped = double.stop({ graceMs: GRACE_MS });
    expect(await typesOf(client.readStream('s'))).toEqual(['a']);
    expect(await listener.ended).toMatchObject({ code: status.INTERNAL });
    expect(Date.now() - before).toBeGreaterThanOrEqual(GRACE_MS - 10);
    listener.close();
    await client.dispose();
    await stopped;
  });

  it(release === '23.10' ? 'takes appends meanwhile' : 'takes no append from then on', async () => {
    const stopped = double.stop({ graceMs: GRACE_MS });
    const outcomes = await Promise.all(
      [{}, APPEND].map((way) => errorOf(client.appendToStream('s', eventNamed('b'), way))),
    );
    if (release === '23.10') expect(outcomes).toMatchObject([{ success: true }, { success: true }]);
    else expect(outcomes).toMatchObject([{ type: 'unknown' }, { type: 'unavailable' }]);
    await client.dispose();
    await stopped;
  });

  it('without a grace, or when it is asked for again, ends at once', async () => {
    const listener = new Listener(client.subscribeToStream('s'));
    await listener.until('caught up');
    const slow = double.stop({ graceMs: 60_000 });
    const before = Date.now();
    await double.stop();
    await slow;
    expect(Date.now() - before).toBeLessThan(5_000);
    expect(await listener.ended).toBeDefined();
  });
});
