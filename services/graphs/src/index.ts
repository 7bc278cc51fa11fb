export * from './formats/index.js';
export { graphs } from './graphs.js';
export { graphsService } from './service.js';
