import { streamOf } from '../domain/streams.js';
import { NO_STREAM } from '../eventlog/port.js';
import { counterEvent } from '../testkit/counter-writer.js';
import { counter } from '../testkit/counters.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { refuseUnknownEvents } from './known-events.js';
import { StartError } from './start-error.js';

describe('a log of an earlier build', () => {
  let engines: Embedded;
  beforeEach(() => {
    engines = openEmbedded();
  });
  afterEach(() => engines.remove());

  const service = { name: 'kernel', aggregates: [counter] };
  const append = async (type?: string): Promise<void> => {
    const made = counterEvent('made', { owner: 'o' });
    const events = [type === undefined ? made : { ...made, type }];
    await engines.log.append({ stream: 'counter-a', expected: NO_STREAM, events });
  };

  it('is taken while it is empty, and when its events are known', async () => {
    await expect(refuseUnknownEvents(engines.log, service)).resolves.toBeUndefined();
    await append();
    await expect(refuseUnknownEvents(engines.log, service)).resolves.toBeUndefined();
  });

  it('is refused where the ids of streams were others', async () => {
    const keyed = { name: 'kernel', aggregates: [{ ...counter, keyWord: 'word' }] };
    await expect(refuseUnknownEvents(engines.log, keyed)).resolves.toBeUndefined();
    const events = [counterEvent('made', { owner: 'o' })];
    await engines.log.append({
      stream: streamOf({ ...counter, keyWord: 'word' }, 'o'),
      expected: NO_STREAM,
      events,
    });
    await expect(refuseUnknownEvents(engines.log, keyed)).resolves.toBeUndefined();
    const other = { name: 'kernel', aggregates: [{ ...counter, keyWord: 'another' }] };
    await expect(refuseUnknownEvents(engines.log, other)).rejects.toThrow(/earlier build .* counter-/);
  });

  it('is refused in one sentence that names the type', async () => {
    await append('kernel.counterThing.made.v1');
    const refused = refuseUnknownEvents(engines.log, service);
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(/earlier build .* kernel\.counterThing\.made\.v1\. Run that build/);
  });
});
