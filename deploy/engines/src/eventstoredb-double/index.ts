export { startControlPort, type ControlPort } from './control.js';
export { startEventStoreDbDouble, type DoubleOptions, type EventStoreDbDouble } from './double.js';
export { RELEASES, type Release } from './release.js';
export type { ScavengedEvent } from './log/scavenge.js';
export {
  OPERATIONS,
  type Cut,
  type Fault,
  type FaultKind,
  type FaultPlan,
  type Loss,
  type Operation,
} from './faults.js';
