import type { AnnotationRecord } from '@cairn/contracts';
import {
  type BeforeAndAfter,
  notRevertible,
  type Refusal,
  same,
  type Undone,
  undoneFields,
} from '@cairn/kernel';
import type { ItemState, KnownItem } from './state.js';
import type { ItemContent } from './difference.js';

/** The content that undoes what one event did to an item, or which of it later events changed again. */
export const itemUndone = (
  { before, after }: BeforeAndAfter<KnownItem>,
  current: KnownItem,
): Partial<ItemContent> | Refusal => {
  const plain = undoneFields(fieldsOf(before), fieldsOf(after), fieldsOf(current));
  const splits = splitsUndone(before, after, current);
  const annotations = annotationsUndone(before, after, current);
  const changedSince = [plain, splits, annotations].flatMap((part) => part.changedSince);
  if (changedSince.length > 0) return notRevertible(changedSince);
  const undone = { ...plain.fields, ...splits.fields, ...annotations.fields };
  return Object.keys(undone).length === 0 ? notRevertible() : undone;
};

const fieldsOf = ({ status, name, description, text, attributes, extension, file }: KnownItem) => ({
  status,
  name,
  description,
  text,
  attributes,
  extension,
  file,
});

/** What pointers to what was changed since lead into: splits and annotations by id. */
export const viewOfItem = (item: ItemState): unknown =>
  item.status === 'none'
    ? undefined
    : {
        ...fieldsOf(item),
        deleted: item.status === 'deleted',
        splits: Object.fromEntries(item.splits.map((id) => [id, true])),
        annotations: item.annotations,
      };

const splitsUndone = (
  before: KnownItem,
  after: KnownItem,
  current: KnownItem,
): Undone<Pick<ItemContent, 'splits'>> => {
  const added = after.splits.filter((id) => !before.splits.includes(id));
  const removed = before.splits.filter((id) => !after.splits.includes(id));
  const changedSince = [
    ...added.filter((id) => !current.splits.includes(id)),
    ...removed.filter((id) => current.splits.includes(id)),
  ];
  const splits = [...current.splits.filter((id) => !added.includes(id)), ...removed];
  return {
    fields: same(splits, current.splits) ? {} : { splits },
    changedSince: changedSince.map((id) => `/splits/${id}`),
  };
};

const annotationsUndone = (
  before: KnownItem,
  after: KnownItem,
  current: KnownItem,
): Undone<Pick<ItemContent, 'annotations'>> => {
  const ids = new Set([...Object.keys(before.annotations), ...Object.keys(after.annotations)]);
  const touched = [...ids].filter((id) => !same(before.annotations[id], after.annotations[id]));
  if (touched.length === 0) return { fields: {}, changedSince: [] };
  const annotations = new Map(Object.entries(current.annotations));
  const changedSince = touched.flatMap((id) => {
    const undone = annotationUndone(
      before.annotations[id],
      after.annotations[id],
      current.annotations[id],
      id,
    );
    if (undone.record === undefined) annotations.delete(id);
    else annotations.set(id, undone.record);
    return undone.changedSince;
  });
  return { fields: { annotations: Object.fromEntries(annotations) }, changedSince };
};

interface UndoneAnnotation {
  readonly record: AnnotationRecord | undefined;
  readonly changedSince: readonly string[];
}

/** One that came or went is undone whole, one that was changed by its fields. */
const annotationUndone = (
  before: AnnotationRecord | undefined,
  after: AnnotationRecord | undefined,
  current: AnnotationRecord | undefined,
  id: string,
): UndoneAnnotation => {
  const at = `/annotations/${id}`;
  if (same(current, after)) return { record: before, changedSince: [] };
  if (before === undefined || after === undefined || current === undefined)
    return { record: current, changedSince: [at] };
  const { fields, changedSince } = undoneFields(before, after, current, at);
  const merged: Readonly<Record<string, unknown>> = { ...current, ...fields };
  const record = Object.entries(merged).filter(([, value]) => value !== undefined);
  return { record: Object.fromEntries(record) as AnnotationRecord, changedSince };
};
