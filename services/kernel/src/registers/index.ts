export * from './port.js';
export { openSqliteRegisters } from './sqlite/sqlite-registers.js';
