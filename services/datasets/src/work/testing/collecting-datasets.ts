import { type CommandDefinition, datasetCommands, type FileRecord, type InputOf } from '@cairn/contracts';
import {
  derivedId,
  freshId,
  type Json,
  readModelOf,
  RunningService,
  type ServiceTools,
  system,
} from '@cairn/kernel';
import { CollectingBlobs } from '@cairn/kernel/testkit';
import { datasetsService } from '../../service.js';

export interface ItemPath {
  readonly dataset_id: string;
  readonly version_id: string;
  readonly item_id: string;
}

/** For specs: the service on blobs that are collected. */
export class CollectingDatasets {
  private constructor(
    readonly blobs: CollectingBlobs,
    readonly tools: ServiceTools,
    private readonly service: RunningService,
  ) {}

  static async start(): Promise<CollectingDatasets> {
    const blobs = await CollectingBlobs.open();
    const mail = { send: async () => undefined, forget: async () => undefined };
    const given: ServiceTools[] = [];
    const work = (tools: ServiceTools) => {
      given.push(tools);
      return [];
    };
    const { engines } = blobs;
    const service = new RunningService(
      { ...datasetsService, work },
      {
        engines: { ...engines, mail },
        logger: engines.logger,
        baseUrl: 'http://localhost',
        cachedBytes: 1_000_000,
      },
    );
    await engines.documents.prepare(service.projectors.map(({ projection }) => readModelOf(projection)));
    service.start();
    return new CollectingDatasets(blobs, given[0]!, service);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.blobs.remove();
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

  async setFile({ item_id: id, ...version }: ItemPath, file: FileRecord): Promise<void> {
    await this.done(datasetCommands.uploadDatasetItem, { ...version, id, file });
  }

  async purge({ dataset_id }: ItemPath): Promise<void> {
    await this.done(datasetCommands.deleteDataset, { id: dataset_id });
    await this.done(datasetCommands.purgeDataset, { id: dataset_id });
  }
}
