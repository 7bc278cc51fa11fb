export type { EnvelopeMode } from './cloud-event.js';
export * from './kafka/index.js';
export * from './port.js';
export * from './publication.js';
export * from './publications.js';
export * from './published-data.js';
export * from './relay-metrics.js';
export * from './relay.js';
