import { assetUsage, type ChargedStreams } from '@cairn/assets';
import {
  type DatasetItemEvent,
  datasetItemStreamEvents,
  datasetJobStreamEvents,
  datasetVersionStreamEvents,
  type EventOf,
  labellingJobStreamEvents,
  postProcessor,
  postProcessorJobStreamEvents,
  recordEvents,
} from '@cairn/contracts';
import { datasetKind } from './domain/dataset/state.js';
import { goesOn } from './domain/usage/going-on.js';

const { DatasetJobRequested } = datasetJobStreamEvents;
const { LabellingJobRequested } = labellingJobStreamEvents;
const { PostProcessorJobRequested, PostProcessorJobAnswered } = postProcessorJobStreamEvents;

const versions: ChargedStreams = {
  events: Object.values(datasetVersionStreamEvents),
  purged: datasetVersionStreamEvents.DatasetVersionPurged,
};
const postProcessors: ChargedStreams = {
  events: Object.values(recordEvents(postProcessor)),
  purged: postProcessor.events.purged,
};
/** Two events of earlier releases do not name the version: they are not charged. */
const items: ChargedStreams = {
  events: Object.values(datasetItemStreamEvents),
  countedWith: ({ data }: DatasetItemEvent) => ('counts' in data ? data.counts.version_id : data.version_id),
};
/** What is asked for and answered; how a job goes on is little. */
const postProcessorJobs: ChargedStreams = {
  events: [PostProcessorJobRequested, PostProcessorJobAnswered],
  countedWith: ({
    data,
  }: EventOf<typeof PostProcessorJobRequested> | EventOf<typeof PostProcessorJobAnswered>) => data.version_id,
};
/** What else a job says of itself is little, and as much as a job is long. */
const jobs: ChargedStreams = {
  events: [DatasetJobRequested, LabellingJobRequested],
  countedWith: ({ data }: EventOf<typeof DatasetJobRequested> | EventOf<typeof LabellingJobRequested>) =>
    data.version_id,
};

/** `datasets.usage`: datasets and items are counted, and the bytes of all that is in a dataset. */
export const datasetUsage = assetUsage(datasetKind, {
  version: 6,
  streams: [items, versions, postProcessors, postProcessorJobs, jobs],
  countedAs: 'datasets',
  counts: { [datasetItemStreamEvents.ItemCreated.name]: 'items' },
  goesOn,
});
