export { openJournal, type JournalOptions } from './journal.js';
export { type MongoJournalOptions, openMongoJournal } from './mongodb/mongo-journal.js';
export { noJournal } from './none.js';
export * from './port.js';
export { openSqliteJournal, type SqliteJournalOptions } from './sqlite/sqlite-journal.js';
export type { JournalStore } from './store.js';
