export * from './counters/queries.js';
export * from './datasets/queries.js';
export * from './event-data.js';
export * from './exports/queries.js';
export * from './history.js';
export * from './items/queries.js';
export { jobById, jobDocument, type JobDocument, type JobReading } from './jobs/queries.js';
export * from './versions/queries.js';
export { writeRefusal, type WrittenPath } from './writing.js';
