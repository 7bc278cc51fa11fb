import {
  type AnnotationRecord,
  type DatasetItemEvent,
  datasetItemStreamEvents,
  type FileRecord,
  type Tally,
} from '@cairn/contracts';
import { type Change, foldWords, type Json, projection, type ProjectedEvent } from '@cairn/kernel';

export const ITEMS = 'dataset_items';

type Facts = Omit<ProjectedEvent, 'event'>;
type Fields = Readonly<Record<string, Json | undefined>>;

const project = (event: DatasetItemEvent, facts: Facts): readonly Change[] =>
  event.type === 'ItemCreated' ? [created(event.data, facts)] : [patched(facts, fieldsAfter(event, facts))];

type CreatedData = Extract<DatasetItemEvent, { type: 'ItemCreated' }>['data'];

const created = (data: CreatedData, facts: Facts): Change => {
  const { counts, annotations, file, attributes, untouched: _untouched, ...fields } = data;
  return {
    kind: 'put',
    collection: ITEMS,
    document: {
      ...fields,
      id: facts.id,
      annotations: Object.fromEntries(annotations.map((record) => [record.id, annotated(record, facts)])),
      ...(attributes === null ? {} : { attributes: attributes as Json }),
      ...fileFields(file ?? null),
      ...tallied(counts.after),
      words: {
        name: foldWords([data.name]),
        file: fileWords(file),
        text: foldWords([data.text]),
      },
      text_at: data.text === '' ? '' : '0',
      file_at: file === undefined ? '' : '0',
      processed: {},
      revision: facts.revision.toString(),
      created_at: facts.at,
      updated_at: facts.at,
      deleted: false,
    },
  };
};

const patched = ({ id, revision, at }: Facts, fields: Fields): Change => ({
  kind: 'patch',
  collection: ITEMS,
  id,
  fields: { ...fields, revision: revision.toString(), updated_at: at },
});

type ChangingEvent = Exclude<DatasetItemEvent, { type: 'ItemCreated' }>;

const fieldsAfter = (event: ChangingEvent, facts: Facts): Fields => {
  switch (event.type) {
    case 'ItemUpdated':
      return updated(event.data, facts);
    case 'ItemFileSet':
      return fileSet(event.data, facts);
    case 'ItemSplitsChanged':
      return { splits: event.data.splits };
    case 'ItemAnnotated':
      return annotationsAfter(event.data, facts);
    case 'ItemProcessed':
      return processed(event.data);
    case 'ItemDeleted':
      return { deleted: true, deleted_at: facts.at };
    case 'ItemRestored':
      return { deleted: false, deleted_at: undefined };
    default:
      return event satisfies never;
  }
};

type FileSetData = Extract<DatasetItemEvent, { type: 'ItemFileSet' }>['data'];

const fileSet = ({ file, name, extension, attributes }: FileSetData, { revision }: Facts): Fields => ({
  name,
  extension,
  attributes: cleared(attributes),
  ...fileFields(file),
  file_at: file === null ? '' : revision.toString(),
  'words.name': foldWords([name]),
  'words.file': fileWords(file),
});

type ProcessedData = Extract<DatasetItemEvent, { type: 'ItemProcessed' }>['data'];

const processed = ({ post_processor_id, content, wrote_text }: ProcessedData): Fields => ({
  [`processed.${post_processor_id}`]: content,
  ...(wrote_text ? { text_at: content } : {}),
});

type UpdatedData = Extract<DatasetItemEvent, { type: 'ItemUpdated' }>['data'];

/** Of the words, those of what was changed: events tell no others. */
const updated = ({ changes: { attributes, ...changes } }: UpdatedData, { revision }: Facts): Fields => ({
  ...changes,
  ...(attributes === undefined ? {} : { attributes: cleared(attributes) }),
  ...(changes.name === undefined ? {} : { 'words.name': foldWords([changes.name]) }),
  ...(changes.text === undefined
    ? {}
    : {
        'words.text': foldWords([changes.text]),
        text_at: changes.text === '' ? '' : revision.toString(),
      }),
});

const cleared = (value: unknown): Json | undefined => (value === null ? undefined : (value as Json));

type AnnotatedData = Extract<DatasetItemEvent, { type: 'ItemAnnotated' }>['data'];

const annotationsAfter = ({ added, changed, removed, counts }: AnnotatedData, facts: Facts): Fields => ({
  ...Object.fromEntries(removed.map((id) => [`annotations.${id}`, undefined])),
  ...Object.fromEntries(
    [...changed, ...added].map((record) => [`annotations.${record.id}`, annotated(record, facts)]),
  ),
  ...tallied(counts.after),
});

const annotated = (record: AnnotationRecord, { at }: Facts): Json => ({
  ...(record as Record<string, Json>),
  created_at: record.created_at ?? at,
  updated_at: at,
});

/** What lists filter by; nothing while the item is deleted, for then its annotations do not change. */
const tallied = (after: Tally | null): Fields =>
  after === null
    ? {}
    : {
        label_ids: Object.keys(after.labels).filter((id) => id !== ''),
        classifications: after.classifications,
      };

const fileWords = (file: FileRecord | null | undefined): readonly string[] =>
  foldWords([file?.file_name ?? '']);

const fileFields = (file: FileRecord | null): Fields => ({
  file_name: file?.file_name,
  content_sha256: file?.sha256,
  size: file?.size,
  content_type: file?.content_type,
});

/** `datasets.items`: a document for each item, with its annotations by id. */
export const itemsProjection = projection<DatasetItemEvent>({
  name: 'datasets.items',
  version: 4,
  collections: [
    {
      name: ITEMS,
      indexes: [
        { kind: 'compound', fields: ['version_id', 'deleted', 'created_at'] },
        { kind: 'compound', fields: ['version_id', 'deleted', 'updated_at'] },
        { kind: 'compound', fields: ['version_id', 'deleted', 'name'] },
        { kind: 'compound', fields: ['version_id', 'deleted', 'classifications'] },
        { kind: 'compound', fields: ['version_id', 'deleted', 'user_id', 'created_at'] },
        { kind: 'multikey', field: 'splits', then: ['deleted', 'created_at'] },
        { kind: 'multikey', field: 'label_ids', then: ['deleted', 'created_at'] },
        { kind: 'words', field: 'words', within: 'version_id' },
      ],
    },
  ],
  internal: [
    ...['revision', 'updated_at', 'words', 'label_ids', 'classifications', 'annotations.*.updated_at'],
    ...['text_at', 'file_at', 'processed'],
  ],
  events: Object.values(datasetItemStreamEvents),
  project,
});
