export * from './formats/index.js';
