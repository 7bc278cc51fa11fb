export * from './operations/workflows.js';
