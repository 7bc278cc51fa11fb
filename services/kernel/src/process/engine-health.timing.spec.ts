import { BlobsUnavailable } from '../blobs/port.js';
import { noErrorReports } from '../error-reports/index.js';
import { noJournal } from '../journal/index.js';
import { readModelOf } from '../reactions/read-model.js';
import { counters } from '../testkit/counters.js';
import { openEmbedded } from '../testkit/index.js';
import { engineHealth } from './engine-health.js';
import type { OpenEngines } from './engines.js';

describe('how the engines of a process answer', () => {
  const embedded = openEmbedded();
  beforeAll(() => embedded.documents.prepare([readModelOf(counters)]));
  afterAll(() => embedded.remove());

  const blobs = (info: OpenEngines['blobs']['info']): OpenEngines['blobs'] => {
    const unused = (): never => {
      throw new Error('health reads nothing of blobs');
    };
    return { put: unused, open: unused, collect: unused, info };
  };
  const engines = (
    info: OpenEngines['blobs']['info'],
    refusal: OpenEngines['refusal'] = () => undefined,
  ): OpenEngines => ({
    ...embedded,
    storedLog: embedded.log,
    mail: { send: async () => undefined, forget: async () => undefined },
    clock: { now: Date.now },
    blobs: blobs(info),
    journal: noJournal,
    errors: noErrorReports,
    refusal,
    close: async () => undefined,
  });

  it('is told of each', async () => {
    expect(
      await engineHealth(
        engines(async () => undefined),
        counters.name,
      ),
    ).toEqual([
      { engine: 'event log' },
      { engine: 'documents' },
      { engine: 'registers' },
      { engine: 'vault' },
      { engine: 'blobs' },
    ]);
  });

  it('names the one that is away, and keeps its address for operators', async () => {
    const away = () => Promise.reject(new BlobsUnavailable('S3 at 10.0.0.7 is not reached'));
    const health = await engineHealth(engines(away), counters.name);
    expect(health.filter(({ reason }) => reason !== undefined)).toEqual([
      { engine: 'blobs', reason: 'does not answer', said: 'S3 at 10.0.0.7 is not reached' },
    ]);
  });

  it('waits for a silent one for a second, and tells why a log takes no appends', async () => {
    const began = performance.now();
    const health = await engineHealth(
      engines(
        () => new Promise(() => undefined),
        () => 'the disk is full',
      ),
      counters.name,
    );
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(health.filter(({ reason }) => reason !== undefined)).toEqual([
      { engine: 'event log', reason: 'the disk is full' },
      { engine: 'blobs', reason: 'does not answer' },
    ]);
  });
});
