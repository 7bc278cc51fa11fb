export { underLease, type LeaseOptions } from './lease.js';
export * from './port.js';
export { openSqliteRegisters } from './sqlite/sqlite-registers.js';
export { type MongoRegistersOptions, openMongoRegisters } from './mongodb/mongo-registers.js';
