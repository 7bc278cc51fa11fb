import { BlobsUnavailable } from '../blobs/port.js';
import { DocumentsUnavailable } from '../documents/port.js';
import { CairnError, isExplained, isTransient, OutcomeUnknown } from '../errors/cairn-error.js';
import { LargeDataUnavailable, LogUnavailable, RecordDamaged } from '../eventlog/port.js';
import { SpaceUnavailable } from '../files/free-space.js';
import { ReadersBusy } from '../processes/file-readers.js';
import { RegistersUnavailable } from '../registers/port.js';
import { PersonErased, VaultUnavailable } from '../vault/port.js';
import {
  CalledServiceUnavailable,
  ServiceUnavailable,
  type Thrown,
  Unreadable,
  Unsigned,
} from '../messages/protocol.js';

/** Classes that callers look for, by name; of all others they learn what `CairnError` tells. */
const kinds: ReadonlyMap<string, new (message: string) => Error> = new Map(
  [
    LogUnavailable,
    LargeDataUnavailable,
    OutcomeUnknown,
    RecordDamaged,
    DocumentsUnavailable,
    RegistersUnavailable,
    BlobsUnavailable,
    ReadersBusy,
    SpaceUnavailable,
    VaultUnavailable,
    PersonErased,
    ServiceUnavailable,
    CalledServiceUnavailable,
    Unsigned,
    Unreadable,
  ].map((kind) => [kind.name, kind]),
);

/** An error of another process whose class this one does not know. */
class ErrorElsewhere extends CairnError {
  override readonly name: string;
  override readonly transient: boolean;
  override readonly explained: boolean;

  constructor({ thrown, message, transient, explained }: Thrown) {
    super(message);
    this.name = thrown;
    this.transient = transient === true;
    this.explained = explained === true;
  }
}

/** An error as it is told to another process of the installation. A bug of the service stays in its log. */
export const thrownOf = (error: unknown): Thrown => ({
  ...(isTold(error)
    ? { thrown: error.name, message: error.message }
    : { thrown: 'Error', message: 'the service failed; its log says why' }),
  ...(isTransient(error) ? { transient: true } : {}),
  ...(isExplained(error) ? { explained: true } : {}),
});

const isTold = (error: unknown): error is Error =>
  (error instanceof CairnError && (error.transient || error.explained)) ||
  (error instanceof Error && error.constructor === kinds.get(error.name));

/** The error that another process told of. */
export const errorOf = (told: Thrown): Error => {
  const Kind = kinds.get(told.thrown);
  return Kind === undefined ? new ErrorElsewhere(told) : new Kind(told.message);
};
