export { datasetsService, datasetsTimeTravelled } from './service.js';
export * from './read-models/index.js';
