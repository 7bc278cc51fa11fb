import type {
  DeclaredLabel,
  DeclaredSplit,
  ExportContent,
  ImportRecord,
  JsonFields,
  RecordAnnotation,
} from '../format.js';
import { splitName } from '../split-names.js';
import { isTaken } from './columns.js';

/** Columns that attributes may get; the others stand together in the column `attributes`. */
const MOST_COLUMNS = 200;

/** What must be known of all items before the first row is written. */
export interface Survey {
  /** Names of attributes that get a column each: texts somewhere. */
  readonly columns: readonly string[];
  readonly hasFiles: boolean;
  readonly notHeld: readonly string[];
}

/** Goes over the items once. */
export const surveyOf = async (content: ExportContent): Promise<Survey> => {
  const columns = new Set<string>();
  const notHeld = new Set<string>([
    ...content.labels.flatMap(labelParts),
    ...content.splits.flatMap(splitParts),
  ]);
  let hasFiles = false;
  for await (const record of content.records()) {
    for (const name of textNames(record.attributes ?? {})) if (columns.size < MOST_COLUMNS) columns.add(name);
    hasFiles ||= record.file !== undefined;
    for (const part of itemParts(record)) notHeld.add(part);
  }
  return { columns: [...columns], hasFiles, notHeld: [...notHeld].sort() };
};

const textNames = (attributes: JsonFields): readonly string[] =>
  Object.keys(attributes).filter((name) => isColumn(name, attributes[name]));

/** Whether an attribute can stand in a column of its own and come back as it is. */
export const isColumn = (name: string, value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !isTaken(name);

const labelParts = (label: DeclaredLabel): readonly string[] => [
  ...(['color', 'number', 'description', 'parent', 'attributes'] as const)
    .filter((field) => said(label[field]))
    .map((field) => `labels.${field}`),
  ...(label.type === undefined || label.type === 'any' ? [] : ['labels.type']),
];

const splitParts = (split: DeclaredSplit): readonly string[] =>
  [
    said(split.description) ? 'splits.description' : '',
    splitName(split.name) === split.name ? '' : 'splits.name',
  ].filter(isPart);

const itemParts = (record: ImportRecord): readonly string[] => [
  ...(record.splits?.length === 0 ? ['items without splits'] : []),
  ...(said(record.description) ? ['items.description'] : []),
  ...(said(record.name) && record.file !== undefined && record.name !== record.file_name
    ? ['items.name']
    : []),
  ...record.annotations.flatMap(annotationParts),
];

const annotationParts = (annotation: RecordAnnotation): readonly string[] => [
  ...absent.filter((field) => said(annotation[field])).map((field) => `annotations.${field}`),
  ...(annotation.source === undefined || annotation.source === 'imported' ? [] : ['annotations.source']),
  ...(annotation.type === 'relation' ? ['annotations.value of relations'] : []),
];

/** Fields of annotations that have no column. */
const absent = ['name', 'description', 'ground_truth', 'group_id', 'parent_id', 'attributes'] as const;

const said = (value: unknown): boolean => value !== undefined && value !== '' && value !== false;
const isPart = (part: string): boolean => part !== '';
