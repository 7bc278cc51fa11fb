import type { ExecutionPin, FileRecord, InputMode, NodeCounts, NodeStatus } from '@cairn/contracts';
import type { Document, JobDocument } from '@cairn/kernel';
import { executions } from '../../domain/execution/state.js';

export const EXECUTIONS = executions.collection;
export const EXECUTION_NODES = 'workflow_execution_nodes';

/** An execution; of a private one neither input nor what opens its file is here. */
export type ExecutionDocument = JobDocument & {
  readonly workflow_id: string;
  readonly version_id: string;
  readonly version_revision: number;
  readonly input_mode: InputMode;
  readonly private: boolean;
  readonly pins: readonly ExecutionPin[];
  readonly input?: string;
  readonly file?: FileRecord | null;
  readonly file_name?: string;
  readonly file_key?: string;
  readonly run?: number;
  readonly counts: NodeCounts;
  readonly deleted: boolean;
  /** Of input, file and outputs. */
  readonly stored_bytes: number;
};

/** One node of an execution. */
export interface ExecutionNodeDocument extends Document {
  readonly execution_id: string;
  readonly created_at: string;
  readonly node_id: string;
  readonly name: string;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly entity_version_id: string;
  readonly last: boolean;
  readonly input_node_ids: string[];
  /** In which order nodes were told of first: none comes before those that lead to it. */
  readonly order: number;
  readonly status: NodeStatus;
  readonly attempt: number;
  readonly started_at?: string;
  readonly ended_at?: string;
  readonly not_before?: string;
  readonly error_code?: string;
  /** Its failure ended the execution. */
  readonly stopped?: boolean;
  readonly inference_id?: string;
  /** JSON, as `StoredOutput` tells it. */
  readonly output?: string;
}
