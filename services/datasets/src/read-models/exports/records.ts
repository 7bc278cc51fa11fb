import type { JsonObject } from '@cairn/contracts';
import { type Blobs, type Json, pagesOf, type QueryContext } from '@cairn/kernel';
import { extensionOf } from '../../domain/item/file-name.js';
import {
  type DeclaredLabel,
  type DeclaredSplit,
  type ImportRecord,
  type JsonFields,
  type RecordAnnotation,
  said,
} from '../../formats/index.js';
import type { AnnotationDocument, ItemDocument, VersionDocument } from '../documents.js';
import { ITEMS } from '../items/project.js';
import { namedIn, type Named } from '../items/resource.js';
import { labelsOf, splitsOf } from '../versions/resource.js';

/** Nothing that is written was read from a file. */
const where = { file: '' };
const PAGE_ITEMS = 200;

export const declaredLabels = (version: VersionDocument): readonly DeclaredLabel[] => {
  const labels = labelsOf(version);
  const names = new Map(labels.map(({ id, name }) => [id, name]));
  return labels.map((label) => ({
    kind: 'label',
    where,
    name: label.name,
    color: label.color,
    number: label.number,
    type: label.type,
    ...said('description', label.description === '' ? undefined : label.description),
    ...said('parent', label.parent_id === undefined ? undefined : names.get(label.parent_id)),
    ...said('attributes', label.attributes && fieldsOf(label.attributes)),
  }));
};

export const declaredSplits = (version: VersionDocument): readonly DeclaredSplit[] =>
  splitsOf(version).map(({ name, description }) => ({
    kind: 'split',
    where,
    name,
    ...said('description', description === '' ? undefined : description),
  }));

/** The items of a version, or of one of its splits, in the order in which they came: page by page, none kept. */
export async function* recordsOf(
  context: QueryContext,
  blobs: Pick<Blobs, 'open'>,
  version: VersionDocument,
  splitId: string | undefined,
): AsyncGenerator<ImportRecord, void, void> {
  const named = namedIn(version);
  // What was in the split then may be in another today: rows of the past are found by their version alone.
  const isPast = context.pointInTime !== undefined;
  const filter =
    splitId === undefined || isPast
      ? { fields: { version_id: version.id, deleted: false } }
      : { fields: { deleted: false }, any: { splits: [splitId] } };
  for await (const page of pagesOf(context.documents, ITEMS, filter, PAGE_ITEMS))
    for (const item of page as readonly ItemDocument[])
      if (splitId === undefined || item.splits.includes(splitId)) yield recordOf(item, named, blobs);
}

const recordOf = (item: ItemDocument, named: Named, blobs: Pick<Blobs, 'open'>): ImportRecord => ({
  kind: 'item',
  where,
  id: item.id,
  ...said('description', unlessEmpty(item.description)),
  ...contentOf(item, blobs),
  labels: [],
  annotations: annotationsOf(item, named),
  splits: item.splits.flatMap((id) => named.splits.get(id)?.name ?? []),
  ...said('attributes', item.attributes && fieldsOf(item.attributes)),
});

/** Text, file or both. An item with a file says its name even when it is empty, for else it gets that of the file. */
const contentOf = (
  item: ItemDocument,
  blobs: Pick<Blobs, 'open'>,
): Pick<ImportRecord, 'name' | 'text' | 'file_name' | 'file'> => {
  const { content_sha256: sha256, size = 0, content_type: contentType, name, text } = item;
  if (sha256 === undefined) return { ...said('name', unlessEmpty(name)), text };
  const file = { size, sha256, ...said('contentType', contentType), open: () => blobs.open(sha256) };
  return { name, ...said('text', unlessEmpty(text)), file_name: fileNameOf(item), file };
};

/** With the extension that the item has, so that it has it again when it comes back. */
const fileNameOf = ({ file_name = '', extension }: ItemDocument): string =>
  extensionOf(file_name) === extension ? file_name : `${file_name}${extension}`;

/** Those that can be seen; one that stands under another that cannot stands under none. */
const annotationsOf = (item: ItemDocument, named: Named): readonly RecordAnnotation[] => {
  const seen = Object.values(item.annotations).filter(
    ({ label_id }) => label_id === '' || named.labels.has(label_id),
  );
  const ids = new Set(seen.map(({ id }) => id));
  return seen
    .sort((one, other) => one.order - other.order)
    .map((annotation) => annotationOf(annotation, named, ids));
};

const annotationOf = (
  annotation: AnnotationDocument,
  named: Named,
  seen: ReadonlySet<string>,
): RecordAnnotation => ({
  id: annotation.id,
  type: annotation.type,
  ...said('label', named.labels.get(annotation.label_id)?.name),
  value: fieldsOf(annotation.value),
  ...said('name', unlessEmpty(annotation.name)),
  ...said('description', unlessEmpty(annotation.description)),
  confidence: annotation.confidence,
  source: annotation.source,
  ...said('ground_truth', annotation.ground_truth ? true : undefined),
  ...said('group_id', annotation.group_id),
  ...said('parent_id', seen.has(annotation.parent_id ?? '') ? annotation.parent_id : undefined),
  ...said('attributes', annotation.attributes && fieldsOf(annotation.attributes)),
});

const unlessEmpty = (text: string): string | undefined => (text === '' ? undefined : text);

/** JSON out of a document is JSON. */
const fieldsOf = (object: JsonObject): JsonFields => object as Record<string, Json>;
