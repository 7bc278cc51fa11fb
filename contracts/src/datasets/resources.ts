export * from './annotation-values.js';
export * from './annotation.js';
export * from './dataset.js';
export * from './import.js';
export * from './item.js';
export * from './label.js';
export * from './usage.js';
export * from './version.js';
