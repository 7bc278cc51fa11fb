import { AskedProcess, askedFile, type Piece, type WantedPart } from '@cairn/kernel/reading';
import type { ReadAnswer, ReadRequest } from './messages.js';
import { read } from './read.js';

/** The process that reads files of models. It opens no file and loads no engine, and ends with who started it. */
new AskedProcess<ReadRequest, ReadAnswer, WantedPart, Piece>((request, line) =>
  read(request, askedFile(request.size, line)),
).listen();
