export { ByteBound } from './byte-bound.js';
export * from './port.js';
export { changeDocument, incrementChange, patchChange, putChange, valueAt } from './changes.js';
export { findAmong, matches } from './matching.js';
export type { DocumentMaps } from './memory.js';
export { applyChanges } from './memory.js';
export { type MongoDocumentsOptions, openMongoDocuments } from './mongodb/documents.js';
export { openSqliteDocuments } from './sqlite/documents.js';
export { findsNothing, foldWords, isShortSearch, wordsQuery } from './words.js';
