import { join } from 'node:path';
import {
  type CommandDefinition,
  datasetCommands,
  datasetJobCommands,
  type ImportOptions,
  type InputOf,
} from '@cairn/contracts';
import {
  derivedId,
  type Document,
  type EventLog,
  freshId,
  type Json,
  noQuotas,
  openDiskBlobs,
  type Principal,
  type Quotas,
  readModelOf,
  RunningService,
  type ServiceTools,
  type StreamName,
  type WorkerOptions,
} from '@cairn/kernel';
import { everybody, membersOfAll, openEmbedded, PassingClock, StartedWorkers } from '@cairn/kernel/testkit';
import { datasetsService } from '../../service.js';
import { someone } from '../../testing/running-datasets.js';
import { jobWork } from '../job-worker.js';
import { bytesOf, uploadOf } from '../../formats/testing/uploads.js';

/** For specs: the service without its worker, workers that are started and stopped by hand, and a clock. */
export class WorkingDatasets {
  readonly user: Principal = someone();
  readonly #workers = new StartedWorkers();

  private constructor(
    private readonly service: RunningService,
    readonly tools: ServiceTools,
    private readonly clock: PassingClock,
    private readonly remove: () => Promise<void>,
  ) {}

  /** With `through`, commands reach the log through something that fails when a spec wants it to. */
  static async start(
    through: (log: EventLog) => EventLog = (log) => log,
    quotas: Quotas = noQuotas,
  ): Promise<WorkingDatasets> {
    const embedded = openEmbedded();
    const blobs = await openDiskBlobs({ folder: join(embedded.folder, 'blobs') });
    const mail = { send: async () => undefined, forget: async () => undefined };
    const clock = new PassingClock();
    let tools: ServiceTools | undefined;
    const work = (given: ServiceTools) => {
      tools = given;
      return [];
    };
    const service = new RunningService(
      { ...datasetsService, work },
      {
        engines: { ...embedded, log: through(embedded.log), clock, blobs, mail },
        logger: embedded.logger,
        baseUrl: 'http://localhost',
        quotas,
        requesters: everybody,
        rights: () => membersOfAll,
        cachedBytes: 1_000_000,
      },
    );
    await embedded.documents.prepare(service.projectors.map(({ projection }) => readModelOf(projection)));
    service.start();
    if (tools === undefined) throw new Error('the service has no work');
    return new WorkingDatasets(service, tools, clock, () => embedded.remove());
  }

  /** Lets every lease be over. */
  passLeases(): void {
    this.pass(60_000);
  }

  /** Lets so much time go by, ms. */
  pass(ms: number): void {
    this.clock.pass(ms);
  }

  async stop(): Promise<void> {
    await this.stopWorkers();
    await this.service.stop();
    await this.remove();
  }

  /** A worker, with other tools where a spec wants them to fail. */
  startWorker(tools: Partial<ServiceTools> = {}, options: WorkerOptions = {}): void {
    const work = jobWork(
      { ...this.tools, ...tools },
      { lookEveryMs: 20, heartbeatMs: 10, cursorMs: 10, againAfterMs: 20, ...options },
    );
    this.#workers.start(work);
  }

  stopWorkers(): Promise<void> {
    return this.#workers.stop();
  }

  async send<Command extends CommandDefinition>(
    command: Command,
    input: InputOf<Command>,
    id = freshId(),
    principal = this.user,
  ) {
    const reply = await this.service.execute({
      name: command.name,
      input: input as Json,
      principal,
      id,
      request: id,
      correlation: id,
      deadline: this.clock.now() + 60_000,
    });
    if (reply.status === 'done') expect(await this.service.reached(reply.position, 10_000)).toBe(true);
    return reply;
  }

  /** A dataset with its first version. */
  async makeDataset(
    body: InputOf<typeof datasetCommands.createDataset>['body'] = { name: 'mails' },
    principal = this.user,
  ) {
    const id = freshId();
    const reply = await this.send(datasetCommands.createDataset, { body }, id, principal);
    expect(reply.status).toBe('done');
    const dataset_id = derivedId(id, 'dataset', 0);
    const [version] = await this.documents('dataset_versions', { dataset_id });
    return { dataset_id, version_id: version!.id };
  }

  /** Asks for an import and answers the id of its job. */
  async request(
    version: { readonly dataset_id: string; readonly version_id: string },
    file: { readonly name: string; readonly content: string | Uint8Array },
    options: Partial<ImportOptions> & { readonly format?: string } = {},
    principal = this.user,
  ): Promise<string> {
    const { format, ...others } = options;
    const stored = await this.tools.blobs.put(await uploadOf(file.name, file.content).open(), {
      maxBytes: 1e9,
    });
    const id = freshId();
    const reply = await this.send(
      datasetJobCommands.requestImport,
      {
        ...version,
        file: { ...stored, content_type: 'application/octet-stream', file_name: file.name },
        options: { on_error: 'fail', dry_run: false, ...others },
        ...(format === undefined ? {} : { format }),
      },
      id,
      principal,
    );
    if (reply.status === 'refused') throw new Error(`${reply.code}: ${reply.detail}`);
    return derivedId(id, 'job', 0);
  }

  /** The job when it is over: seen by its events, whichever worker ends it. */
  async finished(jobId: string): Promise<Document> {
    const stop = new AbortController();
    const over = ['completed', 'failed', 'cancelled'].map((end) => `datasets.job.${end}.v1`);
    for await (const batch of this.tools.log.subscribe({
      after: '',
      categories: ['datasetJob'],
      maxBatch: 100,
      signal: stop.signal,
    }))
      if (batch.events.some(({ stream, type }) => stream === `datasetJob-${jobId}` && over.includes(type))) {
        expect(await this.service.reached(batch.position, 10_000)).toBe(true);
        stop.abort();
      }
    return (await this.tools.documents.get('dataset_jobs', jobId))!;
  }

  /** Imports and answers the finished job. */
  async import(...request: Parameters<WorkingDatasets['request']>): Promise<Document> {
    return this.finished(await this.request(...request));
  }

  documents(collection: string, fields: Readonly<Record<string, string>>): Promise<readonly Document[]> {
    return this.tools.documents.find(collection, {
      filter: { fields: { ...fields, deleted: false } },
      sort: 'created_at',
      limit: 1000,
    });
  }

  /** The items of a version by their text. */
  async items(versionId: string): Promise<readonly Document[]> {
    const items = await this.documents('dataset_items', { version_id: versionId });
    return [...items].sort((one, other) => textOf(one).localeCompare(textOf(other)));
  }

  /** When the stream has an event of this type and the documents show it. */
  async untilEvent(stream: StreamName, type: string): Promise<void> {
    const stop = new AbortController();
    for await (const batch of this.tools.log.subscribe({
      after: '',
      categories: [stream.slice(0, stream.indexOf('-'))],
      maxBatch: 100,
      signal: stop.signal,
    })) {
      if (!batch.events.some((event) => event.stream === stream && event.type === type)) continue;
      expect(await this.service.reached(batch.position, 10_000)).toBe(true);
      stop.abort();
    }
  }

  async eventsOf(stream: StreamName): Promise<readonly string[]> {
    return (await this.tools.log.read(stream)).map(({ type }) => type);
  }

  async blob(sha256: string): Promise<Buffer> {
    return bytesOf(await this.tools.blobs.open(sha256));
  }
}

const textOf = (item: Document): string => (typeof item['text'] === 'string' ? item['text'] : '');
