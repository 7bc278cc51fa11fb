import { type Full, LATE, type WorkerGone } from '@cairn/kernel';
import { codes, failure } from '../codes.js';
import type { Inspections, RunFailure } from '../port.js';

export const lost = (how: string): RunFailure =>
  failure('worker', codes.lost, `The process that runs models ended: ${how}. It can be asked again.`);

export const CLOSED = failure('worker', codes.lost, 'No models are run here any more.');

export const NONE_FREE = failure(
  'worker',
  codes.busy,
  'What opens files had no time for this one: others are opened, of your account first. It can be sent again.',
);

/** Its own inspection is enough to say that a file ends what opens it. */
export const notOpened = (
  what: keyof Inspections,
  { message: how, hadBegun }: Pick<WorkerGone, 'message' | 'hadBegun'>,
): RunFailure => {
  if (!hadBegun) return lost(how);
  const code = how === LATE ? codes.file : codes.outOfService;
  return failure('model', code, `Opening the ${what} ended the process that opened it: ${how}.`);
};

/** What a request that nobody answered in time is told. */
export const tooLate = (): RunFailure =>
  failure('worker', codes.late, `The model did not answer in time: ${LATE}.`);

const FULL: Readonly<Record<Full, string>> = {
  all: 'Too many requests wait for models now. Ask again later.',
  account: 'Too many requests of your account wait for models now. Ask again when some of them are answered.',
};

/** What a request is told for which there is no place. */
export const noPlace = (full: Full): RunFailure => failure('worker', codes.busy, FULL[full]);
