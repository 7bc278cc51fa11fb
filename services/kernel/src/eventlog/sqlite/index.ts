export type { SqliteEventLog, SqliteEventLogOptions } from './sqlite-event-log.js';
export { openSqliteEventLog } from './sqlite-event-log.js';
