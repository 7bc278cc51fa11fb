import { keptTotals } from '@cairn/assets';
import { type FileRecord, type InferenceEvent, inferenceStreamEvents, type Personal } from '@cairn/contracts';
import { type Change, type Json, projection, type ProjectedEvent } from '@cairn/kernel';
import type { InferenceDocument } from '../documents.js';
import { INFERENCES, recordBytes, totalledInferences } from './stored.js';

export { INFERENCES };

type Facts = Omit<ProjectedEvent, 'event'>;
type Fields = Readonly<Record<string, Json | undefined>>;

/** What was sealed is opened for a projection; of a deleted one it cannot be. */
const opened = (value: Personal | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Before names were sealed they stood in the file. */
const named = (file: FileRecord, name: Personal | undefined): FileRecord => ({
  ...file,
  file_name: opened(name) ?? file.file_name,
});

const project = (event: InferenceEvent, { id, at, revision }: Facts): readonly Change[] => {
  const told = { revision: revision.toString(), updated_at: at };
  if (event.type !== 'InferenceRecorded')
    return [
      ...storedAfter(event, id),
      { kind: 'patch', collection: INFERENCES, id, fields: { ...fieldsAfter(event), ...told } },
    ];
  const { input_text, result, items, file, file_name, ...data } = event.data;
  const document: InferenceDocument = {
    ...data,
    ...told,
    id,
    created_at: at,
    deleted: false,
    hidden: false,
    error_reported: false,
    input_text: opened(input_text),
    result: opened(result) ?? '',
    items: opened(items) ?? '[]',
    file: file === undefined ? null : named(file, file_name),
    stored_bytes: (file?.size ?? 0) + recordBytes(event.data),
  };
  return [{ kind: 'put', collection: INFERENCES, document }];
};

/** A file comes to what is there already, once. */
const storedAfter = (event: InferenceEvent, id: string): readonly Change[] =>
  event.type === 'InferenceFileSet'
    ? [{ kind: 'increment', collection: INFERENCES, id, by: { stored_bytes: event.data.file.size } }]
    : [];

const fieldsAfter = (event: Exclude<InferenceEvent, { type: 'InferenceRecorded' }>): Fields => {
  switch (event.type) {
    case 'InferenceUpdated':
      return event.data.changes;
    case 'InferenceFileSet':
      return { file: named(event.data.file, event.data.file_name) };
    case 'InferenceDeleted':
      return { deleted: true, input_text: undefined, result: '', items: '[]', file: null, stored_bytes: 0 };
    default:
      return event satisfies never;
  }
};

/** `models.inferences`: a document for each inference; of a deleted one nothing is left that was asked or answered. */
export const inferencesProjection = projection<InferenceEvent>({
  name: 'models.inferences',
  version: 2,
  collections: [
    {
      name: INFERENCES,
      indexes: [
        { kind: 'compound', fields: ['user_id', 'deleted', 'created_at'] },
        { kind: 'compound', fields: ['user_id', 'model_id', 'deleted', 'created_at'] },
        { kind: 'compound', fields: ['model_id', 'organization_id', 'deleted', 'created_at'] },
        { kind: 'compound', fields: ['model_version_id', 'created_at'] },
        { kind: 'compound', fields: ['dataset_item_id', 'created_at'] },
        { kind: 'compound', fields: ['user_id', 'error_reported', 'created_at'] },
        { kind: 'compound', fields: ['user_id', 'hidden', 'created_at'] },
        { kind: 'compound', fields: ['user_id', 'deleted', 'stored_bytes'] },
      ],
    },
  ],
  derived: keptTotals(totalledInferences),
  events: Object.values(inferenceStreamEvents),
  project,
});
