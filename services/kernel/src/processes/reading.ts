/** What a process that reads strangers' files stands on, and no engine: it is `@cairn/kernel/reading`. */
export { isRefusal, type Refusal, refuse } from '../base/refusal.js';
export type { Json } from '../base/json-value.js';
export { JsonRefused, parseQuickly } from '../json/index.js';
export { AskedProcess } from './answering.js';
export { askedFile, type Piece, type WantedPart } from './asked-file.js';
export type { SentFile } from './sent-file.js';
