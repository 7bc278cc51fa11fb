import {
  datasetJobEvents,
  datasetJobOwnCommands,
  type EventOf,
  type FileRecord,
  type ImportOptions,
} from '@cairn/contracts';
import { jobKind, type KnownJob as AnyJob } from '@cairn/kernel';

/** The phase whose items stay when the worker ends. */
export const STORING = 'items';

/** What an import or a duplicate was asked for. */
export interface JobRequest {
  readonly kind: 'import' | 'duplicate';
  readonly dataset_id: string;
  /** Where the items go to. */
  readonly version_id: string;
  readonly source_version_id: string | null;
  readonly file: FileRecord | null;
  readonly format: string | null;
  readonly options: ImportOptions;
}

export type KnownJob = AnyJob & JobRequest;

type RequestedData = EventOf<typeof datasetJobEvents.requested>['data'];

/** `datasetJob-<id>`: an import or a duplicate. */
export const datasetJobs = jobKind({
  category: 'datasetJob',
  collection: 'dataset_jobs',
  events: datasetJobEvents,
  commands: datasetJobOwnCommands,
  phases: ['checking', STORING],
  stateVersion: 5,
  own: ({ kind, dataset_id, version_id, ...asked }: RequestedData): JobRequest => ({
    kind,
    dataset_id,
    version_id,
    source_version_id: asked.source_version_id ?? null,
    file: asked.file ?? null,
    format: asked.format ?? null,
    options: asked.options ?? { on_error: 'fail', dry_run: false },
  }),
});
export const datasetJob = datasetJobs.aggregate;
