export type { Line } from './answering.js';
export {
  endIdleReaders,
  type FileReadersOptions,
  FileReaders,
  isUnread,
  ReadersBusy,
  type Unread,
  usualReaders,
} from './file-readers.js';
export { type LaunchOptions, launch } from './launch.js';
export { accountAsking, type Asker, askerOf, type Full, Places } from './places.js';
export { type SentFile, sentFile } from './sent-file.js';
export { Shares, type Turn } from './shares.js';
export { type Asking, LATE, WorkerGone, WorkerProcess } from './worker-process.js';
