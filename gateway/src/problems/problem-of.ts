import type { ErrorCode } from '@cairn/contracts';
import { AccessUnproven, Unauthenticated } from '@cairn/identity';
import {
  BlobsUnavailable,
  BlobTooLarge,
  CalledServiceUnavailable,
  DocumentsUnavailable,
  JournalUnavailable,
  LargeDataUnavailable,
  LogUnavailable,
  OutcomeUnknown,
  PersonErased,
  PlaceUnknown,
  ReadersBusy,
  RegistersUnavailable,
  ServiceUnavailable,
  SpaceUnavailable,
  Unsigned,
  VaultUnavailable,
} from '@cairn/kernel';
import { invalidCursor, Problem } from './problem.js';

/** What errors of the ports mean to a caller. A class stands before the one that it extends. */
const MEANINGS: readonly (readonly [new (...given: never[]) => Error, ErrorCode])[] = [
  [LargeDataUnavailable, 'service_unavailable'],
  [LogUnavailable, 'log_unavailable'],
  [OutcomeUnknown, 'log_unavailable'],
  [DocumentsUnavailable, 'service_unavailable'],
  [RegistersUnavailable, 'service_unavailable'],
  [VaultUnavailable, 'service_unavailable'],
  [JournalUnavailable, 'service_unavailable'],
  [BlobsUnavailable, 'service_unavailable'],
  [ReadersBusy, 'service_unavailable'],
  [ServiceUnavailable, 'service_unavailable'],
  [CalledServiceUnavailable, 'service_unavailable'],
  [BlobTooLarge, 'payload_too_large'],
  [PersonErased, 'conflict'],
  [Unauthenticated, 'unauthenticated'],
  [AccessUnproven, 'access_unproven'],
  [Unsigned, 'access_unproven'],
];
const FULL_RETRY_SECONDS = '60';
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** What the caller is told of anything that was thrown. What is not known is `internal` and tells nothing (S41). */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error)) return new Problem('internal');
  if (error instanceof PlaceUnknown) return invalidCursor('is not a cursor of this service');
  if (FULL.has((error as NodeJS.ErrnoException).code ?? '')) return new Problem('storage_full');
  if (error instanceof SpaceUnavailable)
    return new Problem('storage_full', error.message, { headers: { 'Retry-After': FULL_RETRY_SECONDS } });
  return new Problem(meaningOf(error));
};

const meaningOf = (error: Error): ErrorCode =>
  MEANINGS.find(([kind]) => error instanceof kind)?.[1] ?? 'internal';
