import type { DocumentMaps } from '../documents/memory.js';
import type { Document } from '../documents/port.js';
import type { Actor, EventLog, Json, Position, StreamName } from '../eventlog/port.js';
import { type Projection, projectInMemory } from '../reactions/projection.js';
import type { Vault } from '../vault/port.js';
import { isBefore, openAll } from './as-of.js';
import type { Moment } from './reading.js';

/** One change of a field; a side that is absent had no value. */
export interface FieldChange {
  /** JSON pointer into the resource. */
  readonly path: string;
  readonly before?: Json;
  readonly after?: Json;
}

/** One event of an asset's history (decisions, section 7, point 8). */
export interface HistoryEntry {
  readonly revision: string;
  readonly position: Position;
  /** Stored type. */
  readonly type: string;
  readonly at: string;
  readonly actor: Actor;
  readonly command_id: string;
  readonly correlation_id: string;
  readonly changes: readonly FieldChange[];
}

export interface HistoryOptions {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly stream: StreamName;
  readonly id: string;
  readonly collection: string;
  readonly projection: Projection;
  /** Events after it are left out. */
  readonly moment?: Moment | undefined;
}

/** Who changed what and when: what each event did to the document, oldest first. */
export const historyOf = async ({
  log,
  vault,
  stream,
  id,
  collection,
  projection,
  moment,
}: HistoryOptions): Promise<readonly HistoryEntry[]> => {
  const events = await log.read(stream);
  const recorded = moment === undefined ? events : events.filter((event) => isBefore(event, moment));
  const opened = await openAll(projection, recorded, vault);
  const documents = new Map<string, Document | undefined>();
  const made: DocumentMaps = new Map();
  for (const seen of opened) {
    const now = projectInMemory(projection, [seen], made);
    documents.set(seen.revision.toString(), now.get(collection)?.get(id));
  }
  let before: Document | undefined;
  return recorded.map((event) => {
    const revision = event.revision.toString();
    const after = documents.has(revision) ? documents.get(revision) : before;
    const changes = differences(before, after);
    before = after;
    const { at, actor, command, correlation } = event.metadata;
    return {
      revision,
      position: event.position,
      type: event.type,
      at,
      actor,
      command_id: command,
      correlation_id: correlation,
      changes,
    };
  });
};

/** Fields that differ, by JSON pointer; objects are compared field by field, arrays as a whole. */
export const differences = (
  before: Json | undefined,
  after: Json | undefined,
  path = '',
): readonly FieldChange[] => {
  // What a change leaves as it was is the same object.
  if (before === after) return [];
  if (isObject(before) && isObject(after)) return fieldDifferences(before, after, path);
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (path === '' && isObject(after)) return fieldDifferences({}, after, path);
  return [{ path, ...side('before', before), ...side('after', after) }];
};

const side = (name: 'before' | 'after', value: Json | undefined): Partial<FieldChange> =>
  value === undefined ? {} : { [name]: value };

type Fields = { readonly [key: string]: Json | undefined };

const fieldDifferences = (before: Fields, after: Fields, path: string): readonly FieldChange[] => {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !HIDDEN.has(key),
  );
  return keys.flatMap((key) =>
    differences(before[key], after[key], `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
};

/** Fields of documents that serve queries and are no part of the resource. */
const HIDDEN = new Set([
  'revision',
  'readers',
  'shared_with',
  'words',
  'updated_at',
  'label_ids',
  'classifications',
]);

const isObject = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
