import type { DomainEvent, VersionEventData } from '@cairn/contracts';
import {
  type Change,
  type Collection,
  type Derived,
  foldWords,
  type Index,
  type Json,
  type ProjectedEvent,
  type Projection,
  projection,
} from '@cairn/kernel';
import type { VersionKind } from './kind.js';
import { pastChanges } from './past-changes.js';
import { type KnownVersion, type VersionEvent, versionEventsIn } from './state.js';

type Facts = Omit<ProjectedEvent, 'event'>;
type Fields = Readonly<Record<string, Json | undefined>>;

/** What the documents of versions of one kind of asset have beside those of all. */
export interface VersionDocuments<Known extends KnownVersion> {
  /** Counts up when its own fields or their indexes change. */
  readonly version: number;
  /** Long texts: they stand in a document of their own, which lists of assets do not read. */
  readonly texts: readonly (keyof Known & string)[];
  /** For its own filters. */
  readonly indexes?: readonly Index[];
  /** Fields of its own that no history tells. */
  readonly internal?: readonly string[];
  /** Fields of the document that no event tells at first. */
  readonly initial?: Fields;
  /** Collections of what is in versions, each by the field of a whole version in which it stands: `nodes`. */
  readonly parts?: Readonly<Record<string, Collection>>;
  /** What is kept beside the documents and follows from them. */
  readonly derived?: Derived;
  /** What the kind's own events change, in the collections of the parts and in `versions`. */
  readonly project?: (event: DomainEvent, facts: Facts, versions: string) => readonly Change[];
}

/** The collections of the versions of one kind of asset. */
export interface VersionCollections {
  /** `graph_versions`: one document for each, without its long texts. */
  readonly versions: string;
  readonly texts: string;
  readonly numbers: string;
  /** One document for each with all that is in it: it is read as it was, and never stored. */
  readonly past: string;
}

export const versionCollections = (called: string): VersionCollections => ({
  versions: `${called}_versions`,
  texts: `${called}_version_texts`,
  numbers: `${called}_version_numbers`,
  past: `${called}_version_past`,
});

const indexesOf = (assetField: string): readonly Index[] => [
  { kind: 'compound', fields: [assetField, 'deleted', 'created_at'] },
  { kind: 'compound', fields: [assetField, 'deleted', 'updated_at'] },
  { kind: 'compound', fields: [assetField, 'deleted', 'name'] },
  { kind: 'compound', fields: ['purged', 'created_at'] },
  { kind: 'words', field: 'words', within: assetField },
];

const INTERNAL = ['revision', 'updated_at', 'words'] as const;

/** `graphs.versions`: what lists and reads of today are made from. */
export const versionProjection = <Known extends KnownVersion>(
  kind: VersionKind<Known>,
  {
    version,
    texts,
    indexes = [],
    internal = [],
    initial = {},
    parts = {},
    derived,
    project,
  }: VersionDocuments<Known>,
): Projection => {
  const { contract, aggregate, assetField } = kind;
  const { versions, texts: textsOf } = versionCollections(contract.called);
  const common = commonChanges(kind, { versions, initial, texts: { collection: textsOf, fields: texts } });
  return projection({
    name: `${contract.area}.versions`,
    version,
    collections: [
      { name: versions, indexes: [...indexesOf(assetField), ...indexes] },
      ...(texts.length === 0 ? [] : [{ name: textsOf, indexes: [] }]),
      ...Object.values(parts),
    ],
    internal: [...INTERNAL, ...internal],
    ...(derived === undefined ? {} : { derived }),
    events: aggregate.events,
    project: (event, facts) => [...common(event, facts), ...(project?.(event, facts, versions) ?? [])],
  });
};

/** Whole versions, by the same functions: for their history, and for what is in them as it was. */
export const pastProjection = <Known extends KnownVersion>(
  kind: VersionKind<Known>,
  { version, internal = [], initial = {}, parts = {}, project }: VersionDocuments<Known>,
): Projection => {
  const { contract, aggregate } = kind;
  const { past } = versionCollections(contract.called);
  const fieldOf = new Map(Object.entries(parts).map(([field, { name }]) => [name, field]));
  const common = commonChanges(kind, {
    versions: past,
    initial: { ...initial, ...Object.fromEntries(Object.keys(parts).map((field) => [field, {}])) },
  });
  return projection({
    name: `${contract.area}.versions_past`,
    version,
    collections: [{ name: past, indexes: [] }],
    internal: [
      ...INTERNAL,
      ...internal,
      ...Object.keys(parts).flatMap((field) =>
        ['updated_at', 'version_id'].map((each) => `${field}.*.${each}`),
      ),
    ],
    events: aggregate.events,
    project: (event, facts) => [
      ...common(event, facts),
      ...pastChanges({ collection: past, id: facts.id, fieldOf }, project?.(event, facts, past) ?? []),
    ],
  });
};

interface Written {
  readonly versions: string;
  readonly initial: Fields;
  readonly texts?: { readonly collection: string; readonly fields: readonly string[] };
}

/** What every event says of the document of a version, and of that of its long texts. */
const commonChanges = <Known extends KnownVersion>(
  { contract: { events } }: VersionKind<Known>,
  { versions, initial, texts }: Written,
): ((event: DomainEvent, facts: Facts) => readonly Change[]) => {
  const read = versionEventsIn(events);
  const isText = (field: string): boolean => texts?.fields.includes(field) === true;
  const only = (fields: object, wanted: boolean): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => isText(field) === wanted));
  const inTexts = (changes: object, id: string): readonly Change[] => {
    const fields = only(changes, true);
    return texts === undefined || Object.keys(fields).length === 0
      ? []
      : [{ kind: 'patch', collection: texts.collection, id, fields }];
  };
  return (event, { id, at, revision }) => {
    const told = read(event);
    const always = { revision: revision.toString(), updated_at: at };
    if (told?.does === 'created') {
      const document = {
        ...{ ...only(told.data, false), ...initial, ...always },
        ...{ id, created_at: at, deleted: false, words: foldWords([told.data.name]) },
      };
      const put: Change = { kind: 'put', collection: versions, document };
      return texts === undefined || texts.fields.length === 0
        ? [put]
        : [put, { kind: 'put', collection: texts.collection, document: { id, ...only(told.data, true) } }];
    }
    const changes = told?.does === 'updated' ? told.data.changes : {};
    const fields = { ...(told && fieldsAfter(told, at)), ...only(changes, false), ...always };
    return [{ kind: 'patch', collection: versions, id, fields }, ...inTexts(changes, id)];
  };
};

const fieldsAfter = (told: Exclude<VersionEvent, { does: 'created' }>, at: string): Fields => {
  switch (told.does) {
    case 'updated':
      return wordsOf(told.data.changes);
    case 'deleted':
      return { deleted: true, deleted_at: at };
    case 'restored':
      return { deleted: false, deleted_at: undefined };
    case 'purged':
      return { purged: true };
    default:
      return told satisfies never;
  }
};

const wordsOf = ({ name }: VersionEventData['updated']['changes']): Fields =>
  name === undefined ? {} : { words: foldWords([name]) };
