export { underLease, type LeaseOptions } from './lease.js';
export * from './port.js';
export { openSqliteRegisters } from './sqlite/sqlite-registers.js';
