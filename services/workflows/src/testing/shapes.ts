import type { KnownExecution } from '../domain/execution/state.js';
import type { Deed } from './told-models.js';

/** A node of a shape; a model when nothing is said. */
export interface ShapeNode {
  readonly is?: 'model' | 'pass';
  readonly model?: string;
  readonly on_failure?: string;
  readonly timeout?: number;
  readonly does?: readonly Deed[];
}

/** Nodes by their names, and edges as `a>b`. */
export interface Shape {
  readonly nodes: Readonly<Record<string, ShapeNode>>;
  readonly edges: readonly string[];
}

/** A workflow that was drawn. */
export interface DrawnWorkflow {
  readonly workflow_id: string;
  readonly version_id: string;
}

/** What two executions of one shape have in common when they went the same way. */
export interface Ending {
  readonly status: string;
  readonly error_code: string | undefined;
  readonly results: unknown;
  readonly nodes: Readonly<Record<string, { readonly status: string; readonly [field: string]: unknown }>>;
  readonly counts: KnownExecution['counts'];
  /** Of each node what it was asked, once for each effect. */
  readonly effects: readonly string[];
}
