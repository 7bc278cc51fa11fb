import { BlobsUnavailable } from '../blobs/port.js';
import { DocumentsUnavailable } from '../documents/port.js';
import { LargeDataUnavailable, LogUnavailable, OutcomeUnknown, RecordDamaged } from '../eventlog/port.js';
import { RegistersUnavailable } from '../registers/port.js';
import { PersonErased, VaultUnavailable } from '../vault/port.js';
import {
  CalledServiceUnavailable,
  ServiceUnavailable,
  type Thrown,
  Unreadable,
  Unsigned,
} from './protocol.js';

/** What a command may throw, by name; anything else is a bug of the service and stays in its log. */
const kinds: ReadonlyMap<string, new (message: string) => Error> = new Map(
  [
    LogUnavailable,
    LargeDataUnavailable,
    OutcomeUnknown,
    RecordDamaged,
    DocumentsUnavailable,
    RegistersUnavailable,
    BlobsUnavailable,
    VaultUnavailable,
    PersonErased,
    ServiceUnavailable,
    CalledServiceUnavailable,
    Unsigned,
    Unreadable,
  ].map((kind) => [kind.name, kind]),
);

/** An error as it is told to another process of the installation. */
export const thrownOf = (error: unknown): Thrown =>
  error instanceof Error && kinds.has(error.name)
    ? { thrown: error.name, message: error.message }
    : { thrown: 'Error', message: 'the service failed; its log says why' };

/** The error that another process told of. */
export const errorOf = ({ thrown, message }: Thrown): Error => new (kinds.get(thrown) ?? Error)(message);
