export * from './call-message.js';
export * from './command-message.js';
export * from './protocol.js';
