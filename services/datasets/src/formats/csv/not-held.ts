import { contentTypeOf } from '@cairn/kernel';
import type {
  DeclaredLabel,
  DeclaredSplit,
  ExportContent,
  ImportRecord,
  JsonFields,
  RecordAnnotation,
} from '../format.js';
import { extensionOf } from '../../domain/item/file-name.js';
import { baseName } from '../reading/item-file.js';
import { splitName } from '../split-names.js';
import { filePath } from '../writing/item-files.js';
import { isTaken } from './columns.js';

/** Columns that attributes may get; the others stand together in the column `attributes`. */
const MOST_COLUMNS = 200;

/** What must be known of all items before the first row is written. */
export interface Survey {
  /** Names of attributes that get a column each: texts somewhere. */
  readonly columns: readonly string[];
  readonly hasFiles: boolean;
  /** Whether an item's name needs its column. */
  readonly hasNames: boolean;
  readonly notHeld: readonly string[];
}

/** Goes over the items once. */
export const surveyOf = async (content: ExportContent): Promise<Survey> => {
  const columns = new Set<string>();
  const notHeld = new Set<string>([
    ...content.labels.flatMap(labelParts),
    ...content.splits.flatMap(splitParts),
  ]);
  let [hasFiles, hasNames] = [false, false];
  const unused = new Unused(content);
  for await (const record of content.records()) {
    unused.use(record);
    for (const name of textNames(record.attributes ?? {})) if (columns.size < MOST_COLUMNS) columns.add(name);
    hasFiles ||= record.file !== undefined;
    hasNames ||= nameOf(record) !== undefined;
    for (const part of itemParts(record)) notHeld.add(part);
  }
  return { columns: [...columns], hasFiles, hasNames, notHeld: [...notHeld, ...unused.parts()].sort() };
};

/** Labels and splits that stand at no item stand in no row. */
class Unused {
  readonly #labels: Set<string>;
  readonly #splits: Set<string>;
  constructor({ labels, splits }: ExportContent) {
    this.#labels = new Set(labels.map(({ name }) => name));
    this.#splits = new Set(splits.map(({ name }) => name));
  }

  use({ labels, annotations, splits = [] }: ImportRecord): void {
    if (this.#labels.size > 0)
      for (const label of [...labels, ...annotations.map((one) => one.label)])
        if (label !== undefined) this.#labels.delete(label);
    if (this.#splits.size > 0) for (const split of splits) this.#splits.delete(split);
  }

  parts(): readonly string[] {
    return [
      this.#labels.size > 0 ? 'labels without annotations' : '',
      this.#splits.size > 0 ? 'splits without items' : '',
    ].filter(isPart);
  }
}

/** The name that its cell says: an item with a file is named as that when nothing is said. */
export const nameOf = (record: ImportRecord): string | undefined => {
  const isSaid = record.file !== undefined && record.name === baseName(filePath(record));
  return isSaid || record.name === '' ? undefined : record.name;
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
  ...(record.file !== undefined && record.name === '' ? ['items.name'] : []),
  ...fileParts(record),
  ...record.annotations.flatMap(annotationParts),
];

/** A name that is no part of a path, and a type that the extension does not say. */
const fileParts = (record: ImportRecord): readonly string[] => {
  const { file, file_name = '' } = record;
  if (file === undefined) return [];
  return [
    ...(baseName(filePath(record)) === file_name ? [] : ['items.file_name']),
    ...(file.contentType === undefined || file.contentType === contentTypeOf(extensionOf(file_name))
      ? []
      : ['items.content_type']),
  ];
};

const annotationParts = (annotation: RecordAnnotation): readonly string[] => [
  ...absent.filter((field) => said(annotation[field])).map((field) => `annotations.${field}`),
  ...(annotation.source === undefined || annotation.source === 'imported' ? [] : ['annotations.source']),
  ...(annotation.type === 'relation' ? ['annotations.value of relations'] : []),
];

/** Fields of annotations that have no column. */
const absent = ['name', 'description', 'ground_truth', 'group_id', 'parent_id', 'attributes'] as const;

const said = (value: unknown): boolean => value !== undefined && value !== '' && value !== false;
const isPart = (part: string): boolean => part !== '';
