export * from './command-server.js';
export * from './discovery.js';
export * from './errors.js';
export * from './protocol.js';
export * from './remote-service.js';
export * from './signatures.js';
