export * from './ids.js';
export * from './pace.js';
export * from './patience.js';
export * from './pause.js';
export * from './port.js';
export * from './soon.js';
export * from './turns.js';
export * from './waits.js';
