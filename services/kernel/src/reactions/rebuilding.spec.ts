import type { Document, Documents } from '../documents/port.js';
import { DocumentsUnavailable } from '../documents/port.js';
import { pause } from '../clock/pause.js';
import type { EventLog, EventToAppend, Expected } from '../eventlog/port.js';
import { NO_STREAM } from '../eventlog/port.js';
import { counterEvent as event } from '../testkit/counter-writer.js';
import { counters } from '../testkit/counters.js';
import { documentsTarget } from '../targets/documents.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { until } from '../testkit/until.js';
import { Projector } from './projector.js';
import { readModelOf } from './read-model.js';

describe('a rebuild beside what is read', () => {
  let engines: Embedded;
  let stop: AbortController;
  let projector: Projector | undefined;
  beforeEach(async () => {
    engines = openEmbedded();
    stop = new AbortController();
    await engines.documents.prepare([readModelOf(counters)]);
  });
  afterEach(async () => {
    stop.abort();
    await projector?.stopped();
    await engines.remove();
  });

  const started = (log: EventLog, documents: Documents): Projector => {
    projector = new Projector({
      ...engines,
      log,
      projection: counters,
      target: documentsTarget(documents, counters.name),
      categories: ['counter'],
    });
    projector.start(stop.signal);
    return projector;
  };
  const append = (expected: Expected, ...events: EventToAppend[]) =>
    engines.log.append({ stream: 'counter-a', expected, events });
  const counted = async (): Promise<Document['sum']> =>
    (await engines.documents.get('counters', 'a'))?.['sum'];

  /** All but the first who follow the log hear late of what comes after the first batch of the second. */
  const lateLog = (): EventLog => {
    let followers = 0;
    const log = Object.create(engines.log) as EventLog;
    log.subscribe = async function* (options) {
      const isFirst = (followers += 1) === 1;
      let batches = 0;
      for await (const batch of engines.log.subscribe(options)) {
        batches += 1;
        if (!isFirst && (batches > 1 || followers > 2)) await pause(500, options.signal);
        if (options.signal.aborted) return;
        yield batch;
      }
    };
    return log;
  };

  it('law 2: takes nothing back that could be read, also of what was written at its end', async () => {
    const first = await append(NO_STREAM, event('made', { owner: 'o' }), event('added', { by: 2 }));
    if (first.status === 'conflict') throw new Error('the spec expected no conflict');
    let isLate = false;
    let isAsked = false;
    const documents = Object.create(engines.documents) as Documents;
    documents.apply = async (batch) => {
      if (batch.generation === 'next' && !isLate) {
        isLate = true;
        await append(first.tip, event('added', { by: 5 }));
        await until(async () => isAsked);
      } else if (batch.generation === 'live' && isLate && !isAsked) {
        isAsked = true;
        await pause(100);
      }
      return engines.documents.apply(batch);
    };
    const live = started(lateLog(), documents);
    expect(await live.reached(await engines.log.head(), 5000)).toBe(true);
    const read: unknown[] = [];
    documents.promoteNext = async (projection, at) => {
      read.push(await counted());
      const isPromoted = await engines.documents.promoteNext(projection, at);
      read.push(await counted());
      return isPromoted;
    };
    await live.rebuild(stop.signal);
    expect(read).toEqual([7, 7]);
  });

  it('says when what it made is not what is read now', async () => {
    await append(NO_STREAM, event('made', { owner: 'o' }));
    const documents = Object.create(engines.documents) as Documents;
    documents.promoteNext = async () => false;
    const live = started(engines.log, documents);
    expect(await live.reached(await engines.log.head(), 5000)).toBe(true);
    await expect(live.rebuild(stop.signal)).rejects.toThrow(DocumentsUnavailable);
    expect(live.state).toBe('live');
  });
});
