import type { JobLease, ServiceTools } from '@cairn/kernel';
import type { Canvas } from '../../domain/canvas/state.js';
import type { Plan } from '../../domain/execution/plan.js';
import type { KnownExecution } from '../../domain/execution/state.js';
import type { Walk } from '../../domain/execution/walk.js';
import type { Flow } from './flow.js';
import type { Pace } from './pace.js';

/** An execution that a worker holds. */
export interface Execution {
  readonly canvas: Canvas;
  readonly plan: Plan;
  readonly walk: Walk;
  readonly flow: Flow;
  readonly fileKey: string | undefined;
  readonly job: KnownExecution;
  readonly lease: JobLease;
  readonly tools: ServiceTools;
  readonly pace: Pace;
}
