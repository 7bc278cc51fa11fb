export * from './port.js';
export { type LeaseOptions, underLease } from './lease.js';
export { registerPages } from './pages.js';
export { Mutex } from './mutex.js';
export { type MongoRegistersOptions, openMongoRegisters } from './mongodb/mongo-registers.js';
export { openSqliteRegisters } from './sqlite/sqlite-registers.js';
