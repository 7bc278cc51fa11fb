import type { AnnotationRecord } from '@cairn/contracts';
import { same, undoneFields } from '../same.js';
import type { Sides } from '../undoing.js';
import type { KnownItem } from './state.js';
import type { ItemContent } from './towards.js';

/** The content that undoes what one event did to an item; `undefined` when later events depend on it. */
export const itemUndone = (
  { before, after }: Sides<KnownItem>,
  current: KnownItem,
): Partial<ItemContent> | undefined => {
  const fields = undoneFields(fieldsOf(before), fieldsOf(after), fieldsOf(current));
  const splits = splitsUndone(before, after, current);
  const annotations = annotationsUndone(before, after, current);
  if (fields === undefined || splits === undefined || annotations === undefined) return undefined;
  const undone = {
    ...fields,
    ...(same(splits, current.splits) ? {} : { splits }),
    ...(annotations === current.annotations ? {} : { annotations }),
  };
  return Object.keys(undone).length === 0 ? undefined : undone;
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

const splitsUndone = (
  before: KnownItem,
  after: KnownItem,
  current: KnownItem,
): readonly string[] | undefined => {
  const added = after.splits.filter((id) => !before.splits.includes(id));
  const removed = before.splits.filter((id) => !after.splits.includes(id));
  if (added.some((id) => !current.splits.includes(id))) return undefined;
  if (removed.some((id) => current.splits.includes(id))) return undefined;
  return [...current.splits.filter((id) => !added.includes(id)), ...removed];
};

const annotationsUndone = (
  before: KnownItem,
  after: KnownItem,
  current: KnownItem,
): KnownItem['annotations'] | undefined => {
  const ids = new Set([...Object.keys(before.annotations), ...Object.keys(after.annotations)]);
  const touched = new Set([...ids].filter((id) => !same(before.annotations[id], after.annotations[id])));
  if (touched.size === 0) return current.annotations;
  if ([...touched].some((id) => !same(current.annotations[id], after.annotations[id]))) return undefined;
  const untouched = Object.entries(current.annotations).filter(([id]) => !touched.has(id));
  const back = [...touched].flatMap((id): [string, AnnotationRecord][] => {
    const record = before.annotations[id];
    return record === undefined ? [] : [[id, record]];
  });
  return Object.fromEntries([...untouched, ...back]);
};
