export { datasetsService } from './service.js';
export * from './read-models/index.js';
