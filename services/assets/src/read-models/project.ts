import type {
  Activation,
  AssetEventData,
  AssetEventDefinitions,
  DomainEvent,
  ReaderRecord,
} from '@cairn/contracts';
import { shareChanges } from './project-shares.js';
import { type Change, foldWords, type Index, type Json, type ProjectedEvent } from '@cairn/kernel';
import { beginningAt } from '../domain/history-from.js';
import { isShareEvent } from '../domain/shares.js';
import { assetEventsIn, type ChangingEvent } from '../domain/state.js';

type Facts = Omit<ProjectedEvent, 'event'>;
type Fields = Readonly<Record<string, Json | undefined>>;

/** What the lists of assets are found and sorted by. */
export const assetIndexes: readonly Index[] = [
  { kind: 'readers', field: 'readers', then: ['deleted', 'created_at'] },
  { kind: 'readers', field: 'readers', then: ['deleted', 'updated_at'] },
  { kind: 'readers', field: 'readers', then: ['deleted', 'name'] },
  { kind: 'compound', fields: ['user_id', 'deleted', 'created_at'] },
  { kind: 'compound', fields: ['organization_id', 'deleted', 'created_at'] },
  { kind: 'compound', fields: ['project_id', 'deleted', 'created_at'] },
  { kind: 'compound', fields: ['visibility', 'deleted', 'created_at'] },
  { kind: 'compound', fields: ['public', 'deleted', 'created_at'] },
  { kind: 'multikey', field: 'shared_with', then: ['deleted', 'created_at'] },
  { kind: 'compound', fields: ['purged', 'created_at'] },
  { kind: 'words', field: 'words' },
];

/** Fields of documents of assets that no history tells. */
export const assetInternal = [
  ...['revision', 'updated_at', 'readers', 'shared_with', 'words'],
  // Each entry of a history tells these of itself.
  ...['activation.version_id', 'activation.at', 'activation.user_id'],
] as const;

/**
 * How documents of a collection follow from the events of assets: one for each, without its versions; and one for each of
 * its shares in another collection. An event that is
 * the service's own changes nothing.
 */
export const projectAsset = (
  definitions: AssetEventDefinitions,
  collection: string,
  shares: string,
): ((event: DomainEvent, facts: Facts) => readonly Change[]) => {
  const read = assetEventsIn(definitions);
  return (event, facts) => {
    const told = read(event);
    if (told === undefined) return [];
    return told.does === 'created'
      ? [created(collection, told.data, facts)]
      : [patched(collection, facts, fieldsAfter(told, facts)), ...shareChanges(shares, told, facts)];
  };
};

const created = (
  collection: string,
  data: AssetEventData['created'],
  { id, revision, at, actor }: Facts,
): Change => ({
  kind: 'put',
  collection,
  document: {
    ...data,
    id,
    revision: revision.toString(),
    created_at: at,
    updated_at: at,
    deleted: false,
    ...(data.active_version_id === ''
      ? {}
      : { activation: activation({ ...data, version_id: data.active_version_id }, { at, actor }) }),
    logo: null,
    shared_with: sharedWith(data.readers),
    words: foldWords([data.name]),
  },
});

const patched = (collection: string, { id, revision, at }: Facts, fields: Fields): Change => ({
  kind: 'patch',
  collection,
  id,
  fields: { ...fields, revision: revision.toString(), updated_at: at },
});

/** An asset of which an event says no field. */
export const touched = (collection: string, facts: Facts): Change => patched(collection, facts, {});

const fieldsAfter = (told: ChangingEvent, facts: Facts): Fields => {
  const { at } = facts;
  if (isShareEvent(told)) {
    const { readers } = told.data;
    return { readers, shared_with: sharedWith(readers) };
  }
  const { does, data } = told;
  switch (does) {
    case 'updated':
      return updated(data, at);
    case 'transferred':
      return placed(data);
    case 'versionActivated':
      return { active_version_id: data.version_id, activation: activation(data, facts) };
    case 'logoSet':
      return { logo: data };
    case 'logoRemoved':
      return { logo: null };
    default:
      return statusFields(at)[does];
  }
};

/** Events that do not tell the person were of sessions, or of keys that are not told. */
const activation = (
  { version_id, user_id, reason = '' }: Omit<AssetEventData['versionActivated'], 'previous'>,
  { at, actor }: Pick<Facts, 'at' | 'actor'>,
): Activation => ({
  ...{ version_id, at, reason },
  user_id: user_id ?? (actor.kind === 'user' ? actor.id : ''),
});

const placed = ({ previous: _, ...place }: AssetEventData['transferred']): Fields => ({
  ...place,
  organization_id: place.organization_id ?? undefined,
  project_id: place.project_id ?? undefined,
  shared_with: sharedWith(place.readers),
});

const statusFields = (at: string) => ({
  deleted: { deleted: true, deleted_at: at },
  restored: { deleted: false, deleted_at: undefined },
  purged: { purged: true },
});

/** A cleared group leaves no field behind. */
const updated = ({ changes, readers }: AssetEventData['updated'], at: string): Fields => ({
  ...Object.fromEntries(Object.entries(changes).map(([field, value]) => [field, value ?? undefined])),
  ...(changes.history_from === undefined
    ? {}
    : { history_from: beginningAt(changes.history_from, at) ?? undefined }),
  ...(changes.name === undefined ? {} : { words: foldWords([changes.name]) }),
  ...(readers === undefined ? {} : { readers, shared_with: sharedWith(readers) }),
});

/** Whom shares name: the readers by visibility have no role. */
const sharedWith = (readers: readonly ReaderRecord[]): readonly string[] =>
  readers.filter(({ role }) => role !== undefined).map(({ token }) => token);
