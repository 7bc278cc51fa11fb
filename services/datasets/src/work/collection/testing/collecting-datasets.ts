import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  type CommandDefinition,
  datasetCommands,
  type EventDefinition,
  type FileRecord,
  type InputOf,
} from '@cairn/contracts';
import {
  derivedId,
  freshId,
  type Json,
  openDiskBlobs,
  readModelOf,
  RunningService,
  type ServiceTools,
  type StreamName,
  system,
  withLargePayloads,
} from '@cairn/kernel';
import { openEmbedded } from '@cairn/kernel/testkit';
import { datasetsService } from '../../../service.js';
import { appendEvent } from '../../../testing/append-event.js';
import { collectWhenDue } from '../collect-blobs.js';
import type { OwningStreams } from '../owners.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface ItemPath {
  readonly dataset_id: string;
  readonly version_id: string;
  readonly item_id: string;
}

/** For specs: the service with blobs, large payloads among them, and a clock that days pass on. */
export class CollectingDatasets {
  private constructor(
    readonly tools: ServiceTools,
    private readonly service: RunningService,
    private readonly time: { late: number },
    private readonly remove: () => Promise<void>,
    private readonly streams: readonly OwningStreams[] | undefined,
  ) {}

  /** `streams`: those whose files go with their owners; those of all services when absent. */
  static async start(streams?: readonly OwningStreams[]): Promise<CollectingDatasets> {
    const embedded = openEmbedded();
    const blobs = await openDiskBlobs({ folder: join(embedded.folder, 'blobs') });
    const log = withLargePayloads(embedded.log, blobs);
    const mail = { send: async () => undefined, forget: async () => undefined };
    const time = { late: 0 };
    const clock = { now: () => Date.now() + time.late };
    const given: ServiceTools[] = [];
    const work = (tools: ServiceTools) => {
      given.push(tools);
      return [];
    };
    const service = new RunningService(
      { ...datasetsService, work },
      {
        engines: { ...embedded, log, clock, blobs, mail },
        logger: embedded.logger,
        baseUrl: 'http://localhost',
        cachedBytes: 1_000_000,
      },
    );
    await embedded.documents.prepare(service.projectors.map(({ projection }) => readModelOf(projection)));
    service.start();
    return new CollectingDatasets(given[0]!, service, time, () => embedded.remove(), streams);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.remove();
  }

  pass(days: number): void {
    this.time.late += days * DAY_MS;
  }

  /** What the work does every hour. */
  async look(tools: Partial<ServiceTools> = {}, signal = new AbortController().signal): Promise<void> {
    await collectWhenDue({ ...this.tools, ...tools }, signal, this.streams);
  }

  /** So many looks, a day apart, after the first day on which there are none. */
  async looks(count: number): Promise<void> {
    await this.look();
    for (let looked = 0; looked < count; looked += 1) {
      this.pass(1);
      await this.look();
    }
  }

  async isThere({ sha256 }: { readonly sha256: string }): Promise<boolean> {
    return (await this.tools.blobs.info(sha256)) !== undefined;
  }

  async upload(bytes: Buffer = randomBytes(1000)): Promise<FileRecord> {
    const stored = await this.tools.blobs.put(Readable.from([bytes]), { maxBytes: 1e9 });
    return { ...stored, content_type: 'application/octet-stream', file_name: 'file.bin' };
  }

  async done<Command extends CommandDefinition>(command: Command, input: InputOf<Command>): Promise<string> {
    const id = freshId();
    const reply = await this.service.execute({
      name: command.name,
      input: input as Json,
      principal: system,
      id,
      request: id,
      correlation: id,
      deadline: this.tools.clock.now() + 60_000,
    });
    if (reply.status === 'refused') throw new Error(`${command.name}: ${reply.code} ${reply.detail}`);
    expect(await this.service.reached(reply.position, 10_000)).toBe(true);
    return id;
  }

  /** A dataset, its version and an item with a text. */
  async makeItem(text = 'mail'): Promise<ItemPath> {
    const dataset_id = derivedId(
      await this.done(datasetCommands.createDataset, { body: { name: 'mails' } }),
      'dataset',
      0,
    );
    const [version] = await this.tools.documents.find('dataset_versions', {
      filter: { fields: { dataset_id, deleted: false } },
      sort: 'created_at',
      limit: 1,
    });
    const path = { dataset_id, version_id: version!.id };
    const item = await this.done(datasetCommands.createDatasetItem, { ...path, body: { text } });
    return { ...path, item_id: derivedId(item, 'item', 0) };
  }

  /** An event of another service's stream, as it would stand in the log. */
  async append(stream: StreamName, definition: EventDefinition, data: Json): Promise<void> {
    await appendEvent(this.tools, stream, definition, data);
  }

  async setFile({ item_id: id, ...version }: ItemPath, file: FileRecord): Promise<void> {
    await this.done(datasetCommands.uploadDatasetItem, { ...version, id, file });
  }

  async purge({ dataset_id }: ItemPath): Promise<void> {
    await this.done(datasetCommands.deleteDataset, { id: dataset_id });
    await this.done(datasetCommands.purgeDataset, { id: dataset_id });
  }
}
