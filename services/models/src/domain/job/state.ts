import { type EventOf, modelJobCommands, modelJobEvents } from '@cairn/contracts';
import { jobKind, type KnownJob } from '@cairn/kernel';

/** On which inputs a version is run. */
export interface ReplayRequest {
  readonly model_id: string;
  readonly version_id: string;
  readonly of_version_id: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly limit: number;
}

export type KnownReplay = KnownJob & ReplayRequest;

type RequestedData = EventOf<typeof modelJobEvents.requested>['data'];

/** The phase of a replay; what was counted in it stays when the worker ends. */
export const INPUTS = 'inputs';

/** `modelJob-<id>`: a replay. */
export const modelJobs = jobKind({
  category: 'modelJob',
  collection: 'model_jobs',
  events: modelJobEvents,
  commands: modelJobCommands,
  phases: [INPUTS],
  stateVersion: 1,
  own: ({ model_id, version_id, of_version_id, from, to, limit }: RequestedData): ReplayRequest => ({
    ...{ model_id, version_id, of_version_id, limit },
    ...{ from, to },
  }),
});
export const modelJob = modelJobs.aggregate;
