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

/** What an import, or the undoing of one, was asked for. */
export interface GraphJobRequest {
  readonly kind: 'import_graph' | 'undo_import';
  readonly graph_id: string;
  readonly version_id: string;
  readonly on_error: OnError;
  readonly file: FileRecord | null;
  readonly options: GraphImportOptions;
  /** The job whose changes are undone; empty for an import. */
  readonly undoes: string;
}
export type GraphJob = KnownJob & GraphJobRequest;

type RequestedData = EventOf<typeof graphJobEvents.requested>['data'];

/** `graphJob-<id>`: an import, or the undoing of one. */
export const graphJobs = jobKind({
  category: 'graphJob',
  collection: 'graph_jobs',
  events: graphJobEvents,
  commands: graphJobOwnCommands,
  phases: [CHECKING, STORING],
  stateVersion: 1,
  own: ({ kind, graph_id, version_id, on_error, ...asked }: RequestedData): GraphJobRequest => ({
    ...{ kind, graph_id, version_id, on_error },
    file: asked.file ?? null,
    options: asked.options ?? { mode: 'merge', dry_run: false },
    undoes: asked.undoes ?? '',
  }),
});
export const graphJob = graphJobs.aggregate;
