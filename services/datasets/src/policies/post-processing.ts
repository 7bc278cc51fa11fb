import {
  datasetItemStreamEvents,
  type DatasetItemEvent,
  postProcessor,
  type PostProcessorEvent,
  postProcessorJobCommands,
  recordEvents,
} from '@cairn/contracts';
import {
  causedBy,
  derivedId,
  NotYet,
  type Policy,
  type ProjectedEvent,
  type ServiceTools,
} from '@cairn/kernel';
import { contentOf } from '../domain/item/processing.js';
import { datasetItem } from '../domain/item/state.js';
import { jobIdOf } from '../domain/post-processor-job/decide.js';
import { type PostProcessorDocument, workingOf } from '../read-models/post-processors.js';
import { nextAsked, stop } from '../work/post-processing/next-asked.js';
import { isTrigger } from './triggers.js';

const REACHED_WITHIN_MS = 10_000;
const MOST_DATASETS = 10_000;

const { ItemCreated, ItemUpdated, ItemFileSet } = datasetItemStreamEvents;

/**
 * Asks for the first job of an item that came, or whose text or file was changed. Each job asks for the next one when it
 * ends.
 */
export const postProcessing = (tools: ServiceTools): Policy => {
  const working = new WorkingPostProcessors(tools);
  return {
    name: 'datasets.postProcessing',
    categories: [datasetItem.category, postProcessor.category],
    events: [ItemCreated, ItemUpdated, ItemFileSet, ...Object.values(recordEvents(postProcessor))],
    react: async (seen) => {
      const event = seen.event as DatasetItemEvent | PostProcessorEvent;
      if (!isOfItem(event)) working.forget();
      else if (isTrigger(seen.commandName) && bringsContent(event)) await react(tools, working, seen, event);
    },
  };
};

const isOfItem = (event: DatasetItemEvent | PostProcessorEvent): event is DatasetItemEvent =>
  event.type.startsWith('Item');

/** Whether there may be something to ask about that was not there before. */
const bringsContent = (event: DatasetItemEvent): boolean => {
  switch (event.type) {
    case 'ItemCreated':
      return event.data.text !== '' || event.data.file !== undefined;
    case 'ItemUpdated':
      return event.data.changes.text !== undefined;
    default:
      return true;
  }
};

/**
 * Of a command that made several events the last one counts: the item is as it left it. An item is read only where a
 * post-processor works, for an import brings many.
 */
const react = async (
  tools: ServiceTools,
  working: WorkingPostProcessors,
  seen: ProjectedEvent,
  event: DatasetItemEvent,
): Promise<void> => {
  if (event.type === 'ItemCreated' && (await working.of(event.data.dataset_id, seen.position)).length === 0)
    return;
  const { state: item } = await tools.streams.current(datasetItem, seen.id);
  if (item.status !== 'live' || contentOf(item.processing) !== seen.revision.toString()) return;
  const some = await working.of(item.dataset_id, seen.position);
  const stopCall = (id: string) => ({ id: derivedId(seen.eventId, id, 'stop'), ...causedBy(seen) });
  const first = await nextAsked(tools, some, stopCall);
  if (first !== undefined) await requestFirst(tools, item, first, seen);
};

const requestFirst = async (
  tools: ServiceTools,
  item: { readonly id: string; readonly dataset_id: string; readonly version_id: string },
  { id: post_processor_id, user_id }: PostProcessorDocument,
  seen: ProjectedEvent,
): Promise<void> => {
  const content = seen.revision.toString();
  const { id: item_id, dataset_id, version_id } = item;
  const job_id = jobIdOf(item_id, post_processor_id, content);
  const asked = { dataset_id, version_id, item_id, post_processor_id, user_id, content, run_id: '' };
  const call = { id: derivedId(seen.eventId, job_id), ...causedBy(seen) };
  const reply = await tools.execute(postProcessorJobCommands.request, { job_id, ...asked }, call);
  if (reply.status !== 'refused') return;
  if (reply.code !== 'quota_reached')
    throw new Error(`a job was refused with ${reply.code}: ${reply.detail}`);
  await stop(tools, post_processor_id, 'quota_reached', { ...call, id: derivedId(call.id, 'stop') });
};

/** The post-processors that work, by dataset, as the log tells them up to what was seen of it. */
class WorkingPostProcessors {
  readonly #known = new Map<string, readonly PostProcessorDocument[]>();
  #changes = 0;

  constructor(private readonly tools: Pick<ServiceTools, 'documents' | 'reached'>) {}

  /** One was made, changed or ended. */
  forget(): void {
    this.#changes += 1;
    this.#known.clear();
  }

  /** Throws `NotYet` while the documents have not come to the position. */
  async of(datasetId: string, position: string): Promise<readonly PostProcessorDocument[]> {
    const known = this.#known.get(datasetId);
    if (known !== undefined) return known;
    const changes = this.#changes;
    if (!(await this.tools.reached(position, REACHED_WITHIN_MS)))
      throw new NotYet('the read models are too far behind to find the post-processors of a dataset');
    const found = await workingOf(this.tools.documents, datasetId);
    if (this.#known.size >= MOST_DATASETS) this.#known.clear();
    if (changes === this.#changes) this.#known.set(datasetId, found);
    return found;
  }
}
