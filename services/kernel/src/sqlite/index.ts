export type { Column, Database, Statement, Value } from './database.js';
export { closeWhole, CommitUnknown, openDatabase, openOn } from './database.js';
export * from './exclusive-lock.js';
export * from './failures.js';
export { writeBackBeside } from './write-back.js';
