import {
  type DatasetVersionEvent,
  datasetVersionStreamEvents,
  type LabelRecord,
  type SplitRecord,
} from '@cairn/contracts';
import { type Change, foldWords, type Json, projection, type ProjectedEvent } from '@cairn/kernel';

export const VERSIONS = 'dataset_versions';
/** The same without labels, splits and a long config, which lists of datasets do not show. */
export const VERSION_HEADS = 'dataset_version_heads';

/** A config of more characters is left out of the head. */
const LONG_CONFIG = 4_000;

type Facts = Omit<ProjectedEvent, 'event'>;
type Fields = Readonly<Record<string, Json | undefined>>;

const project = (event: DatasetVersionEvent, facts: Facts): readonly Change[] =>
  event.type === 'DatasetVersionCreated'
    ? created(event.data, facts)
    : patched(facts, isOfPart(event) ? partAfter(event, facts) : fieldsAfter(event, facts));

type CreatedData = Extract<DatasetVersionEvent, { type: 'DatasetVersionCreated' }>['data'];

const created = ({ labels, splits, ...data }: CreatedData, facts: Facts): readonly Change[] => {
  const head = {
    ...data,
    id: facts.id,
    revision: facts.revision.toString(),
    created_at: facts.at,
    updated_at: facts.at,
    deleted: false,
  };
  const parts = {
    labels: Object.fromEntries(labels.map((label) => [label.id, made(label, facts)])),
    splits: Object.fromEntries(splits.map((split) => [split.id, made(split, facts)])),
  };
  return [
    { kind: 'put', collection: VERSIONS, document: { ...head, ...parts } },
    {
      kind: 'put',
      collection: VERSION_HEADS,
      document: { ...head, ...configOfHead(data), words: foldWords([data.name]) },
    },
  ];
};

/** What a head has of a config; nothing where it is not told. */
const configOfHead = ({ config }: Fields): Fields => {
  if (typeof config !== 'string') return {};
  const isLong = config.length > LONG_CONFIG;
  return { config: isLong ? '' : config, has_long_config: isLong ? true : undefined };
};

/** Fields of parts are paths: `labels.<id>.name`. */
const patched = ({ id, revision, at }: Facts, fields: Fields): readonly Change[] => {
  const told = { revision: revision.toString(), updated_at: at };
  const { name } = fields;
  const ofHead = {
    ...Object.fromEntries(Object.entries(fields).filter(([field]) => !field.includes('.'))),
    ...configOfHead(fields),
    ...(typeof name === 'string' ? { words: foldWords([name]) } : {}),
  };
  return [
    { kind: 'patch', collection: VERSIONS, id, fields: { ...fields, ...told } },
    { kind: 'patch', collection: VERSION_HEADS, id, fields: { ...ofHead, ...told } },
  ];
};

const made = (record: LabelRecord | SplitRecord, { at }: Facts): Json => ({
  ...(record as Record<string, Json>),
  created_at: at,
  updated_at: at,
  deleted: false,
});

type ChangingEvent = Exclude<DatasetVersionEvent, { type: 'DatasetVersionCreated' }>;
type PartEvent = Extract<ChangingEvent, { type: `Split${string}` | `Label${string}` }>;

const isOfPart = (event: ChangingEvent): event is PartEvent => !event.type.startsWith('DatasetVersion');

const fieldsAfter = (event: Exclude<ChangingEvent, PartEvent>, { at }: Facts): Fields => {
  switch (event.type) {
    case 'DatasetVersionCompleted':
      return { complete: true };
    case 'DatasetVersionUpdated':
      return event.data.changes;
    case 'DatasetVersionDeleted':
      return { deleted: true, deleted_at: at };
    case 'DatasetVersionRestored':
      return { deleted: false, deleted_at: undefined };
    case 'DatasetVersionPurged':
      return { purged: true };
    default:
      return event satisfies never;
  }
};

const partAfter = (event: PartEvent, facts: Facts): Fields => {
  switch (event.type) {
    case 'SplitCreated':
      return { [`splits.${event.data.id}`]: made(event.data, facts) };
    case 'LabelsCreated':
      return Object.fromEntries(event.data.labels.map((label) => [`labels.${label.id}`, made(label, facts)]));
    case 'SplitUpdated':
      return within(`splits.${event.data.id}`, event.data.changes, facts);
    case 'LabelUpdated':
      return within(`labels.${event.data.id}`, event.data.changes as Fields, facts);
    default:
      return partFlagged(event, facts);
  }
};

type FlagEvent = Extract<
  PartEvent,
  { type: 'SplitDeleted' | 'SplitRestored' | 'LabelDeleted' | 'LabelRestored' }
>;

const partFlagged = (event: FlagEvent, facts: Facts): Fields => {
  const { id } = event.data;
  switch (event.type) {
    case 'SplitDeleted':
    case 'SplitRestored':
      return {
        ...within(`splits.${id}`, { deleted: event.type === 'SplitDeleted' }, facts),
        default_split: event.data.default_split,
      };
    case 'LabelDeleted':
    case 'LabelRestored':
      return within(`labels.${id}`, { deleted: event.type === 'LabelDeleted' }, facts);
    default:
      return event satisfies never;
  }
};

/** Fields of one label or split; null clears one. */
const within = (path: string, changes: Fields, { at }: Facts): Fields => {
  const set: Fields = { ...changes, updated_at: at };
  return Object.fromEntries(
    Object.entries(set).map(([field, value]) => [`${path}.${field}`, value ?? undefined]),
  );
};

/** `datasets.versions`: a document for each version, with its labels and splits by id, deleted ones too. */
export const versionsProjection = projection<DatasetVersionEvent>({
  name: 'datasets.versions',
  version: 7,
  collections: [
    {
      name: VERSIONS,
      indexes: [
        { kind: 'compound', fields: ['dataset_id', 'deleted', 'complete', 'created_at'] },
        { kind: 'compound', fields: ['purged', 'created_at'] },
      ],
    },
    {
      name: VERSION_HEADS,
      indexes: [
        { kind: 'compound', fields: ['dataset_id', 'deleted', 'complete', 'created_at'] },
        { kind: 'compound', fields: ['dataset_id', 'deleted', 'complete', 'updated_at'] },
        { kind: 'compound', fields: ['dataset_id', 'deleted', 'complete', 'name'] },
        { kind: 'compound', fields: ['purged', 'created_at'] },
        { kind: 'words', field: 'words', within: 'dataset_id' },
      ],
    },
  ],
  internal: [
    'revision',
    'updated_at',
    'words',
    'has_long_config',
    'labels.*.updated_at',
    'splits.*.updated_at',
  ],
  events: Object.values(datasetVersionStreamEvents),
  project,
});
