import { Readable } from 'node:stream';
import { join } from 'node:path';
import {
  datasetCommands as commands,
  type DatasetItemInput,
  type InputOf,
  postProcessor,
  type PostProcessorJob,
  postProcessorJobCommands,
} from '@cairn/contracts';
import {
  type CallReply,
  freshId,
  openDiskBlobs,
  type Quotas,
  type Rights,
  type ServiceTools,
} from '@cairn/kernel';
import {
  membersOfAll,
  PassingClock,
  ServiceUnderTest,
  someone,
  type StartedWorker,
  StartedWorkers,
  until,
  withoutAccounts,
} from '@cairn/kernel/testkit';
import { datasetItem, type KnownItem } from '../domain/item/state.js';
import { jobIdOf } from '../domain/post-processor-job/decide.js';
import { postProcessors } from '../post-processors.js';
import { jobsOfDataset } from '../read-models/post-processor-jobs/queries.js';
import { VERSIONS } from '../read-models/versions/project.js';
import { datasetsService } from '../service.js';
import { type PostProcessingOptions, postProcessingWork } from '../work/post-processing/worker.js';
import { ToldLabeller } from './told-labeller.js';

/** The clock goes on by so much each time that somebody looks whether something is so. */
const LOOK_PASSES_MS = 500;
/** So long something may take on a busy machine. */
const LONGEST_MS = 120_000;
/** Longer than any claim. */
const LEASES_MS = 600_000;

interface Options {
  readonly quotas?: Quotas;
  readonly multi_label?: boolean;
  /** The dataset is its. */
  readonly organization_id?: string;
}

type Settings = Omit<InputOf<typeof postProcessor.commands.create>['body'], 'name'>;

/** For specs: a dataset with post-processors whose models are told what to do, and workers that are started by hand. */
export class LabellingDatasets {
  readonly owner = someone();
  /** Accounts that are not in force. */
  readonly gone = new Set<string>();
  dataset_id = '';
  version_id = '';
  readonly #workers = new StartedWorkers();
  /** Items that were made to wait for. */
  readonly #last = new Set<string>();

  private constructor(
    readonly under: ServiceUnderTest,
    private readonly clock: PassingClock,
    readonly models: ToldLabeller,
    /** Who is a member of no group any more, so that what they own in one counts for nothing; everybody else is one of each. */
    readonly left: Set<string>,
  ) {}

  static async start(options: Options = {}) {
    const { multi_label = true, organization_id, ...others } = options;
    const [clock, models, left] = [new PassingClock(), new ToldLabeller(), new Set<string>()];
    const rights: Rights = {
      ...membersOfAll,
      standing: async (userId, group) =>
        left.has(userId) ? { grants: [], ownerCounts: false } : membersOfAll.standing(userId, group),
    };
    const none = { call: async (): Promise<CallReply> => Promise.reject(new Error('nobody asks identity')) };
    const under = await ServiceUnderTest.of(
      { ...datasetsService, work: () => [] },
      {
        ...others,
        rights,
        find: (name) => (name === 'models' ? models : none),
        clock,
        blobs: ({ folder }) => openDiskBlobs({ folder: join(folder, 'blobs') }),
      },
    );
    const made = new LabellingDatasets(under, clock, models, left);
    const org = { visibility: 'org' as const, organization_id };
    const body = { name: 'mails', multi_label, ...(organization_id === undefined ? {} : org) };
    made.dataset_id = await under.make(made.owner, commands.createDataset, { body }, 'dataset');
    const filter = { fields: { dataset_id: made.dataset_id, deleted: false } };
    const [version] = await made.tools.documents.find(VERSIONS, { filter, sort: 'created_at', limit: 1 });
    made.version_id = version!.id;
    return made;
  }

  async stop(): Promise<void> {
    await this.stopWorkers();
    await this.under.stop();
  }

  /** What work gets. Accounts that are gone have nothing done for them. */
  get tools(): ServiceTools {
    return withoutAccounts(this.under.tools, this.gone);
  }

  pass(ms: number): void {
    this.clock.pass(ms);
  }

  passLeases(): void {
    this.pass(LEASES_MS);
  }

  startWorker(tools: ServiceTools = this.tools, options: PostProcessingOptions = {}): StartedWorker {
    return this.#workers.start(postProcessingWork(tools, { lookEveryMs: 5, ...options }));
  }

  stopWorkers(): Promise<void> {
    return this.#workers.stop();
  }

  /** Ends a worker whose tools are dead. */
  forget(worker: StartedWorker): Promise<void> {
    return this.#workers.forget(worker);
  }

  /** A post-processor of a model of its own; `reads` a text where nothing is said. */
  async postProcessor(
    settings: Settings & { readonly reads?: 'text' | 'file' } = {},
    who = this.owner,
  ): Promise<{ readonly id: string; readonly model_id: string }> {
    const { reads = 'text', ...others } = settings;
    const model_id = freshId();
    this.models.reads.set(model_id, reads);
    const asked = others.external_provider === undefined ? { model_id } : {};
    const body = { name: 'mood', auto_create_labels: true, ...asked, ...others };
    const { dataset_id } = this;
    const id = await this.under.make(
      who,
      postProcessor.commands.create,
      { dataset_id, body },
      'post_processor',
    );
    return { id, model_id };
  }

  async settings(id: string) {
    const { state } = await this.tools.streams.current(postProcessors.aggregate, id);
    if (state.status === 'none') throw new Error('there is no such post-processor');
    return state.values;
  }

  get #version() {
    return { dataset_id: this.dataset_id, version_id: this.version_id };
  }

  item(body: DatasetItemInput = { text: 'You have won' }): Promise<string> {
    return this.under.make(this.owner, commands.createDatasetItem, { ...this.#version, body }, 'item');
  }

  async change(id: string, body: InputOf<typeof commands.updateDatasetItem>['body']): Promise<void> {
    await this.under.done(this.owner, commands.updateDatasetItem, { ...this.#version, id, body });
  }

  async upload(id: string, text: string): Promise<void> {
    const stored = await this.tools.blobs.put(Readable.from([Buffer.from(text)]), { maxBytes: 1_000 });
    const file = { ...stored, content_type: 'text/plain', file_name: 'a.txt' };
    await this.under.done(this.owner, commands.uploadDatasetItem, { ...this.#version, id, file });
  }

  /** Asks for the job of a post-processor on an item that was not changed, whose turn it is or not. */
  async request(item_id: string, post_processor_id: string): Promise<void> {
    const { dataset_id, version_id, owner } = this;
    const job_id = jobIdOf(item_id, post_processor_id, '0');
    const asked = { dataset_id, version_id, item_id, post_processor_id, content: '0', run_id: '' };
    const request = { job_id, ...asked, user_id: owner.userId };
    await this.tools.execute(postProcessorJobCommands.request, request, { id: freshId() });
  }

  async retry(item_id: string, job_id: string): Promise<void> {
    await this.under.done(this.owner, commands.retryItemJob, { ...this.#version, item_id, job_id });
  }

  async itemNow(id: string): Promise<KnownItem> {
    const { state } = await this.tools.streams.current(datasetItem, id);
    if (state.status === 'none') throw new Error('there is no such item');
    return state;
  }

  /** The names of the labels of an item, in the order of its annotations. */
  async labelsOf(id: string): Promise<readonly string[]> {
    const version = await this.tools.documents.get(VERSIONS, this.version_id);
    const labels = version!['labels'] as Readonly<Record<string, { readonly name: string }>>;
    const annotations = Object.values((await this.itemNow(id)).annotations);
    return annotations.map(({ label_id }) => labels[label_id]?.name ?? '');
  }

  /** All jobs of the dataset, the oldest first. */
  async jobs(): Promise<readonly PostProcessorJob[]> {
    const page = { limit: 1000, sort: 'created_at' };
    const found = await jobsOfDataset(this.under.reading(this.owner), this, page, {});
    return found!.elements;
  }

  /** Those of an item, the oldest first. */
  async jobsOf(item: string): Promise<readonly PostProcessorJob[]> {
    return (await this.jobs()).filter(({ dataset_item_id }) => dataset_item_id === item);
  }

  async outcomesOf(item: string): Promise<readonly (string | undefined)[]> {
    return (await this.jobsOf(item)).map(({ outcome }) => outcome);
  }

  /** What is so at last, while the clock goes on. */
  async until(holds: () => Promise<boolean>): Promise<void> {
    await until(async () => {
      if (await holds()) return true;
      this.pass(LOOK_PASSES_MS);
      return false;
    }, LONGEST_MS);
  }

  /** The jobs, once all that happened was seen by the policy, and no job is open. A worker runs. */
  async settled(): Promise<readonly PostProcessorJob[]> {
    const last = await this.item({ text: 'The last one' });
    this.#last.add(last);
    const isOver = ({ status }: PostProcessorJob): boolean => status === 'completed' || status === 'failed';
    await this.until(async () => {
      const jobs = await this.jobs();
      return jobs.some(({ dataset_item_id }) => dataset_item_id === last) && jobs.every(isOver);
    });
    return (await this.jobs()).filter(({ dataset_item_id }) => !this.#last.has(dataset_item_id));
  }
}
