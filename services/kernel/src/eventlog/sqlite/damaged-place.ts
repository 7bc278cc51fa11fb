import type { Database, Statement } from '../../sqlite/index.js';
import type { Place } from '../sifted.js';
import type { EventTypes } from './event-types.js';
import { checksumOf, idFromBytes, toPosition } from './records.js';
import type { StreamIndex } from './stream-index.js';

/** id, type, checksum, stream, name, revision, then name and revision of the event before, and its position. */
type Row = readonly [
  Buffer | null,
  number,
  number,
  number,
  Buffer | null,
  number,
  Buffer | null,
  number | null,
  number,
];

interface Candidate {
  readonly stream: string;
  readonly revision: number;
}

/**
 * Tells whose a damaged record is, so that its stream can be left out and no other. Its own columns may be what is
 * damaged: what they say counts when its checksum proves it, or when the event before it in its stream says the same.
 */
export class DamagedPlaces {
  readonly #row: Statement<Row>;

  constructor(
    database: Database,
    private readonly types: EventTypes,
    private readonly index: StreamIndex,
  ) {
    this.#row = database.prepare<Row>(
      `SELECT CAST(e.id AS BLOB), CAST(e.type AS INTEGER), CAST(e.checksum AS INTEGER), CAST(e.stream AS INTEGER),
          CAST(s.name AS BLOB), CAST(e.revision AS INTEGER), CAST(q.name AS BLOB), CAST(p.revision AS INTEGER),
          CAST(e.previous AS INTEGER)
        FROM events e LEFT JOIN streams s ON s.key = e.stream
        LEFT JOIN events p ON p.position = e.previous LEFT JOIN streams q ON q.key = p.stream
        WHERE e.position = ?`,
    );
  }

  /** `undefined` when that cannot be told. */
  of(position: number): Place | undefined {
    const row = this.#row.get(position);
    if (row === undefined) return undefined;
    const candidates = [ownOf(row), beforeOf(row), this.#named(row)];
    const [id, typeKey, checksum] = row;
    const envelope = { id: idFromBytes(id ?? Buffer.alloc(0)), type: this.types.find(typeKey)?.type ?? '' };
    const proven = candidates.find(
      (one) => one && checksumOf({ ...one, ...envelope, position }) === checksum,
    );
    if (proven !== undefined) return placeOf(proven, position, envelope);
    const [own, before] = candidates;
    return own && areSame(own, before) ? placeOf(own, position, { id: '', type: '' }) : undefined;
  }

  /** By the record and the index of names. */
  #named([, , , key, , revision]: Row): Candidate | undefined {
    const stream = this.index.nameOf(key);
    return stream === undefined ? undefined : { stream, revision };
  }
}

/** As the record says. */
const ownOf = ([, , , , name, revision]: Row): Candidate | undefined =>
  name === null ? undefined : { stream: name.toString(), revision };

/** As the event before says; a record without one is its stream's first. */
const beforeOf = ([, , , , name, , nameBefore, revisionBefore, previous]: Row): Candidate | undefined => {
  if (previous === 0) return name === null ? undefined : { stream: name.toString(), revision: 0 };
  if (nameBefore === null || revisionBefore === null) return undefined;
  return { stream: nameBefore.toString(), revision: revisionBefore + 1 };
};

const areSame = (one: Candidate, other: Candidate | undefined): boolean =>
  one.stream === other?.stream && one.revision === other.revision;

const placeOf = (
  { stream, revision }: Candidate,
  position: number,
  envelope: Pick<Place, 'id' | 'type'>,
): Place => ({ stream, revision: BigInt(revision), position: toPosition(position), ...envelope });
