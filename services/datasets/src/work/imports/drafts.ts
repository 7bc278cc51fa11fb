import type { FileRecord } from '@cairn/contracts';
import { derivedId, isLonger, plainName } from '@cairn/kernel';
import type { AnnotationDraft, ItemDraft } from '../../domain/item/item-created.js';
import {
  baseName,
  type ImportRecord,
  type JsonFields,
  type RecordAnnotation,
  said,
} from '../../formats/index.js';
import type { Names } from './names.js';

/** A record says something that an item cannot be. */
export class RecordRefused extends Error {
  override readonly name = 'RecordRefused';
}

/** The file of a record among the blobs, with what its header tells. */
export interface StoredFile {
  readonly record: FileRecord;
  readonly attributes?: JsonFields | undefined;
}

/** What a record becomes; ids of labels and splits by their names. Throws `RecordRefused`, `NameRefused`. */
export const draftOf = (
  record: ImportRecord,
  made: { readonly id: string; readonly userId: string; readonly file: StoredFile | undefined },
  names: Names,
): ItemDraft => {
  refuseLong(record);
  const annotationId = (ordinal: number): string => derivedId(made.id, 'annotation', ordinal);
  const annotations = annotationsOf(record, annotationId, names);
  const attributes = attributesOf(record, made.file);
  return {
    id: made.id,
    user_id: made.userId,
    annotationId,
    annotations,
    name: nameOf(record),
    description: record.description,
    text: record.text,
    splits: record.splits?.filter((name) => !isUnnamed(name)).map((name) => names.splitId(name)),
    attributes,
    file: made.file?.record,
    origin_id: record.id,
  };
};

/** An item is named as the record says, else as its file. */
const nameOf = (record: ImportRecord): string => record.name ?? fileNameOf(record);

/** The name of the file without its folders. */
export const fileNameOf = ({ file_name = '' }: ImportRecord): string => baseName(file_name);

/** What the record says comes before what the header of its file says. */
const attributesOf = (record: ImportRecord, file: StoredFile | undefined): JsonFields | null => {
  if (record.exact === true) return record.attributes ?? null;
  const attributes = { ...file?.attributes, ...record.attributes };
  return Object.keys(attributes).length === 0 ? null : attributes;
};

const annotationsOf = (
  record: ImportRecord,
  annotationId: (ordinal: number) => string,
  names: Names,
): readonly AnnotationDraft[] => {
  const ids = new Map<string, string>();
  for (const [ordinal, { id }] of record.annotations.entries())
    if (id !== undefined) ids.set(id, annotationId(ordinal));
  const told = record.annotations.map((annotation) => annotationOf(annotation, ids, names));
  const classified = classifications(record.labels, told, names);
  return [...told, ...classified];
};

/** Each label once, however it is spelled; an empty one says none. */
const classifications = (
  labels: readonly string[],
  told: readonly AnnotationDraft[],
  names: Names,
): readonly AnnotationDraft[] => {
  const known = told.flatMap(({ type, label_id }) => (type === 'classification' ? [label_id] : []));
  const ids = new Set(labels.flatMap((label) => labelIdOf(label, names) ?? []));
  return [...ids]
    .filter((id) => !known.includes(id))
    .map((label_id) => ({ type: 'classification', source: 'imported', label_id }));
};

const annotationOf = (
  annotation: RecordAnnotation,
  ids: ReadonlyMap<string, string>,
  names: Names,
): AnnotationDraft => {
  const { type, label, parent_id, value, source = 'imported' } = annotation;
  const { name, description, ground_truth, group_id, attributes } = annotation;
  return {
    type,
    source,
    value: type === 'relation' ? related(value, ids) : value,
    ...said('name', name),
    ...said('description', description),
    ...said('ground_truth', ground_truth),
    ...said('group_id', group_id),
    ...said('attributes', attributes),
    ...said('label_id', labelIdOf(label, names)),
    ...said('confidence', confidenceOf(annotation)),
    ...said('parent_id', parentOf(parent_id, ids)),
  };
};

const isUnnamed = (name: string): boolean => plainName(name) === '';

const labelIdOf = (label: string | undefined, names: Names): string | undefined =>
  label === undefined || isUnnamed(label) ? undefined : names.labelId(label);

const parentOf = (parentId: string | undefined, ids: ReadonlyMap<string, string>): string | undefined => {
  if (parentId === undefined) return undefined;
  const id = ids.get(parentId);
  if (id === undefined)
    throw new RecordRefused(`parent_id ${parentId} is the id of no annotation of the record`);
  return id;
};

const confidenceOf = ({ confidence }: RecordAnnotation): number | undefined => {
  if (confidence !== undefined && !(confidence >= 0 && confidence <= 1))
    throw new RecordRefused(`a confidence is between 0 and 1, not ${confidence}`);
  return confidence;
};

const related = (value: JsonFields, ids: ReadonlyMap<string, string>): JsonFields => {
  const end = (side: 'from_id' | 'to_id'): JsonFields => {
    const named = value[side];
    const id = typeof named === 'string' ? ids.get(named) : undefined;
    return id === undefined ? {} : { [side]: id };
  };
  return { ...value, ...end('from_id'), ...end('to_id') };
};

const longest = { name: 500, description: 10_000, id: 500, file_name: 4_096 } as const;
const longestOfAnnotation = { name: 200, description: 10_000, group_id: 100 } as const;

const refuseLong = (record: ImportRecord): void => {
  for (const field of ['name', 'description', 'id', 'file_name'] as const)
    refuseLonger(record[field], longest[field], field);
  for (const annotation of record.annotations)
    for (const field of ['name', 'description', 'group_id'] as const)
      refuseLonger(annotation[field], longestOfAnnotation[field], `the ${field} of an annotation`);
};

const refuseLonger = (text: string | undefined, most: number, field: string): void => {
  if (text !== undefined && isLonger(text, most))
    throw new RecordRefused(`${field} is longer than ${most} characters`);
};
