import { type DatasetJobEvent, datasetJobStreamEvents as events } from '@cairn/contracts';
import {
  Claims,
  type Document,
  type Documents,
  projectInMemory,
  type QueryContext,
  userPrincipal,
  noGroups,
} from '@cairn/kernel';
import { openEmbedded, pagesBy } from '@cairn/kernel/testkit';
import { JOBS, jobsProjection } from './project.js';
import { datasetJobReads } from './queries.js';

const { id, dataset_id, version_id, user_id } = events.DatasetJobRequested.example;
const at = (second: number): string => `2026-02-01T12:00:0${second}.000Z`;

const projected = (...history: readonly DatasetJobEvent[]): Document => {
  const seen = history.map((event, index) => ({
    event,
    id,
    stream: `datasetJob-${id}`,
    revision: BigInt(index),
    position: String(index),
    at: at(index),
    actor: { kind: 'user' as const, id: user_id },
    eventId: 'event',
    hash: '',
    command: '',
    commandName: '',
    correlation: 'request',
  }));
  return projectInMemory(jobsProjection, seen).get(JOBS)!.get(id)!;
};

const requested = events.DatasetJobRequested.of(events.DatasetJobRequested.example);
const started = events.DatasetJobStarted.of({ worker: 'w', attempt: 1 });
const progressed = events.DatasetJobProgressed.of({
  phase: 'items',
  done: 5,
  total: 9,
  cursor: {},
});
const failed = events.DatasetJobFailed.of({ code: 'archive_unsafe', message: 'No.', errors: [] });

describe('the jobs of datasets', () => {
  it('wait', () => {
    expect(projected(requested)).toEqual({
      ...requested.data,
      status: 'queued',
      started_at: '',
      completed_at: '',
      attempts: 0,
      revision: '0',
      created_at: at(0),
      updated_at: at(0),
    });
  });

  it('run, keeping the time when they first began', () => {
    const again = events.DatasetJobStarted.of({ worker: 'x', attempt: 2 });
    expect(projected(requested, started, progressed, again)).toMatchObject({
      status: 'running',
      worker: 'x',
      attempts: 2,
      started_at: at(1),
      progress: { phase: 'items', done: 5, total: 9 },
      revision: '3',
      updated_at: at(3),
    });
  });

  it('end', () => {
    const completed = events.DatasetJobCompleted.of({ result: { created: 9 } });
    expect(projected(requested, started, completed)).toMatchObject({
      status: 'completed',
      result: { created: 9 },
      completed_at: at(2),
    });
    expect(projected(requested, started, failed)).toMatchObject({
      status: 'failed',
      error_code: 'archive_unsafe',
      message: 'No.',
      errors: [],
    });
  });
});

describe('reading a job', () => {
  const dataset = { id: dataset_id, user_id, deleted: false, readers: [{ token: `user:${user_id}` }] };
  const reading = (job: Document, userId = user_id, owned: Document = dataset): QueryContext => {
    const get: Documents['get'] = async (collection) => (collection === JOBS ? job : owned);
    const unused = async (): Promise<never> => Promise.reject(new Error('not asked for'));
    const documents = {
      get,
      getMany: unused,
      getSome: unused,
      find: unused,
      findPage: unused,
      count: unused,
    };
    const principal = userPrincipal({ id: userId, administrator: false }, 's');
    return { principal, rights: noGroups, documents, today: documents, at: at(9) };
  };

  it('tells how far it is', async () => {
    expect(await datasetJobReads.byId(reading(projected(requested, started, progressed)), id)).toMatchObject({
      revision: '2',
      streams: [`datasetJob-${id}`],
      resource: {
        id,
        job_type: 'import',
        name: 'mails.zip',
        status: 'running',
        status_message: 'items: 5 of 9',
        progress: { phase: 'items', done: 5, total: 9 },
        user_id,
        dataset_id,
        dataset_version_id: version_id,
        cpu_start_time: at(1),
        cpu_end_time: '',
        items: [],
      },
    });
  });

  it('tells how far it is by the claim of its worker, while there is one', async () => {
    const embedded = openEmbedded();
    const { registers } = embedded;
    const progress = { phase: 'items', done: 7, total: 9 };
    const claim = { fence: '1', until: 0, progress, place: null };
    const read = async () =>
      (await datasetJobReads.byId(reading(projected(requested, started, progressed)), id, registers))
        ?.resource;
    expect(await read()).toMatchObject({ progress: { done: 5 } });
    await new Claims(registers, 'datasetJob').renew(id, claim);
    expect(await read()).toMatchObject({ status_message: 'items: 7 of 9', progress });
    await embedded.remove();
  });

  it('tells why it failed', async () => {
    expect(
      (await datasetJobReads.byId(reading(projected(requested, started, failed)), id))?.resource,
    ).toMatchObject({
      status: 'failed',
      status_message: 'No.',
      error_code: 'archive_unsafe',
      errors: [],
    });
  });

  it('is told to administrators without names of files and what was in them', async () => {
    const wrong = [
      { file: 'mails/secret.csv', line: 3, code: 'invalid_record', message: 'no label "secret"' },
    ];
    const told = { code: 'archive_unsafe', message: 'secret.zip', errors: wrong };
    const job = projected(requested, started, events.DatasetJobFailed.of(told));
    const findPage = pagesBy(async () => [job]);
    const documents = { ...reading(job).documents, findPage, count: async () => 1 };
    const { elements } = await datasetJobReads.all(
      { documents },
      { limit: 10, sort: '-created_at' },
      { dataset_id },
    );
    expect(elements).toMatchObject([
      {
        id,
        name: 'import',
        error_code: 'archive_unsafe',
        errors: [{ line: 3, code: 'invalid_record' }],
        items: [{ job_id: id, entity_type: 'dataset_version', entity_id: version_id, attempts: 1 }],
      },
    ]);
    expect(JSON.stringify(elements)).not.toMatch(/secret|mails/);
  });

  it('is for those who may read the dataset', async () => {
    const job = projected(requested);
    expect(
      await datasetJobReads.byId(reading(job, '018f4d1a-0000-7000-8000-00000000000f'), id),
    ).toBeUndefined();
    expect(
      await datasetJobReads.byId(reading(job, user_id, { ...dataset, deleted: true }), id),
    ).toBeUndefined();
  });
});
