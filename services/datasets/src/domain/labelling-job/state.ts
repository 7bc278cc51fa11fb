import { type EventOf, labellingJobCommands, labellingJobEvents } from '@cairn/contracts';
import { jobKind, type KnownJob } from '@cairn/kernel';

/** The phase in which items are looked at. */
export const ITEMS_PHASE = 'items';

type RequestedData = EventOf<typeof labellingJobEvents.requested>['data'];

/** Of which items a post-processor is to work on those that it has not worked on. */
export interface LabellingRequest {
  readonly dataset_id: string;
  readonly version_id: string;
  readonly post_processor_id: string;
  /** `undefined`: all items of the version. */
  readonly split_id: string | undefined;
}
export type LabellingJob = KnownJob & LabellingRequest;

/** `labellingJob-<id>`: work that asks for jobs of a post-processor. */
export const labellingJobs = jobKind({
  category: 'labellingJob',
  collection: 'labelling_jobs',
  events: labellingJobEvents,
  commands: labellingJobCommands,
  phases: [ITEMS_PHASE],
  stateVersion: 1,
  own: ({ dataset_id, version_id, post_processor_id, split_id }: RequestedData): LabellingRequest => ({
    ...{ dataset_id, version_id, post_processor_id, split_id },
  }),
});
export const labellingJob = labellingJobs.aggregate;
