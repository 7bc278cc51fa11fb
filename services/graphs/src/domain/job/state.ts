import {
  type EventOf,
  type FileRecord,
  graphJobEvents,
  graphJobOwnCommands,
  type GraphImportOptions,
  type OnError,
} from '@cairn/contracts';
import { jobKind, type KnownJob } from '@cairn/kernel';

/** The phase whose elements stay when the worker ends. */
export const STORING = 'storing';
export const CHECKING = 'checking';
/** The phase that goes over all nodes and edges and changes nothing. */
export const READING = 'reading';

export type RequestedData = EventOf<typeof graphJobEvents.requested>['data'];

/** What work on the content of a version was asked for. */
export interface GraphJobRequest {
  readonly kind: RequestedData['kind'];
  readonly graph_id: string;
  readonly version_id: string;
  readonly on_error: OnError;
  readonly file: FileRecord | null;
  readonly options: GraphImportOptions;
  /** The job whose changes are undone; empty for other work. */
  readonly undoes: string;
  /** What content is checked against; empty for other work. */
  readonly schema: string;
}
export type GraphJob = KnownJob & GraphJobRequest;

/** `graphJob-<id>`: an import, the undoing of one, or the computing of statistics. */
export const graphJobs = jobKind({
  category: 'graphJob',
  collection: 'graph_jobs',
  events: graphJobEvents,
  commands: graphJobOwnCommands,
  phases: [READING, CHECKING, STORING],
  stateVersion: 1,
  own: ({ kind, graph_id, version_id, on_error = 'fail', ...asked }: RequestedData): GraphJobRequest => ({
    ...{ kind, graph_id, version_id, on_error },
    file: asked.file ?? null,
    options: asked.options ?? { mode: 'merge', dry_run: false },
    undoes: asked.undoes ?? '',
    schema: asked.schema ?? '',
  }),
});
export const graphJob = graphJobs.aggregate;
