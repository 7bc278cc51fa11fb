export { type OpenEngines, openEngines } from './engines.js';
export { type Listening, listen } from './listening.js';
export { startRelayProcess } from './relay-process.js';
export { type RelaysOptions, startRelays } from './relays.js';
export { runProcess, type RunningProcess } from './run-process.js';
export { metricsUrlOf } from './metrics-port.js';
export { CACHED_BYTES, leadershipUnderLease, startServiceProcess } from './service-process.js';
export { codeOf, StartError } from './start-error.js';
export { Started } from './started.js';
