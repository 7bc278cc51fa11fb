export { datasetsService } from './service.js';
export * from './read-models/index.js';
export { datasetUsage } from './usage.js';
