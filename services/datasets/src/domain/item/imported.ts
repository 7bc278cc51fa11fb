import type { AnnotationRecord, JsonObject } from '@cairn/contracts';
import { type BeforeAndAfter, same } from '@cairn/kernel';
import type { Annotations } from './annotations.js';
import { byId, type ItemContent } from './difference.js';
import type { ItemState, KnownItem } from './state.js';

/** The commands by which imports make and change items, as the log names them. */
export const importedBy = { make: 'datasets.importItems', take: 'datasets.takeImported' } as const;

/** What imports said of an item, each the last. */
export interface Imported {
  readonly attributes: JsonObject;
  /** By id. */
  readonly annotations: Annotations;
}

/** What a record of a file says of an item. */
export interface ToldOfItem {
  readonly attributes: JsonObject;
  readonly annotations: readonly AnnotationRecord[];
  /** It says all that there is: what it does not say is none. Else it says nothing of that. */
  readonly exact: boolean;
}

/** What imports said, by the states around each of their events in order. */
export const importedIn = (steps: readonly BeforeAndAfter<ItemState>[]): Imported => {
  let [attributes, annotations]: [JsonObject, Annotations] = [{}, {}];
  for (const { before, after } of steps) {
    const [one, other] = [partsOf(before), partsOf(after)];
    attributes = said(attributes, one.attributes, other.attributes);
    annotations = said(annotations, one.annotations, other.annotations);
  }
  return { attributes, annotations };
};

const partsOf = (item: ItemState): Imported =>
  item.status === 'none'
    ? { attributes: {}, annotations: {} }
    : { attributes: item.attributes ?? {}, annotations: item.annotations };

type Parts<Value> = Readonly<Record<string, Value>>;

/** What was said before, with what differs between two states. */
const said = <Value>(all: Parts<Value>, before: Parts<Value>, after: Parts<Value>): Parts<Value> => {
  const parts = new Map(Object.entries(all));
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = after[key];
    if (same(before[key], value)) continue;
    if (value === undefined) parts.delete(key);
    else parts.set(key, value);
  }
  return Object.fromEntries(parts);
};

/**
 * The content of an item that takes over what a record says, where what stands there is what imports said before: what
 * people made, changed or took away since is theirs (SPEC-1).
 */
export const takenOver = (
  current: KnownItem,
  imported: Imported,
  told: ToldOfItem,
): Pick<Partial<ItemContent>, 'attributes' | 'annotations'> => {
  const attributes = merged(current.attributes ?? {}, imported.attributes, told.attributes, told.exact);
  const saysNone = told.annotations.length === 0 && !told.exact;
  const annotations = saysNone ? undefined : annotationsAfter(current, imported, told.annotations);
  return {
    ...(attributes === undefined ? {} : { attributes: isEmpty(attributes) ? null : attributes }),
    ...(annotations === undefined ? {} : { annotations }),
  };
};

const isEmpty = (parts: object): boolean => Object.keys(parts).length === 0;

const annotationsAfter = (
  { annotations: current }: KnownItem,
  { annotations: before }: Imported,
  told: readonly AnnotationRecord[],
): Annotations | undefined =>
  merged(current, before, byId(told.map((one) => timed(one, current[one.id]))), true);

/** What of a record an item does not have; of one that says all, also what the item has beside that. */
export const leftOf = (
  item: Pick<KnownItem, 'attributes' | 'annotations'>,
  { attributes, annotations, exact }: ToldOfItem,
): readonly ('attributes' | 'annotations')[] => {
  const there = { attributes: item.attributes ?? {}, annotations: item.annotations };
  const told = byId(annotations.map((one) => timed(one, there.annotations[one.id])));
  return (['annotations', 'attributes'] as const).filter((part) => {
    const [has, says]: readonly Parts<unknown>[] = [there[part], part === 'annotations' ? told : attributes];
    const isLarger = exact && Object.keys(has!).length > Object.keys(says!).length;
    return isLarger || Object.keys(says!).some((key) => !same(has![key], says![key]));
  });
};

/** One that is there keeps when and by whom it was made, so that it differs only where the record says so. */
const timed = (told: AnnotationRecord, known: AnnotationRecord | undefined): AnnotationRecord =>
  known === undefined
    ? told
    : {
        ...told,
        user_id: known.user_id,
        ...(known.created_at === undefined ? {} : { created_at: known.created_at }),
      };

/** The parts that are there with those that are told; `undefined` when nothing changes. Those not told go when `isAll`. */
const merged = <Value>(
  current: Parts<Value>,
  before: Parts<Value>,
  told: Parts<Value>,
  isAll: boolean,
): Parts<Value> | undefined => {
  const parts = new Map(Object.entries(current));
  let isChanged = false;
  for (const key of new Set([...Object.keys(told), ...(isAll ? Object.keys(before) : [])])) {
    const value = told[key];
    if (same(current[key], value) || !same(current[key], before[key])) continue;
    isChanged = true;
    if (value === undefined) parts.delete(key);
    else parts.set(key, value);
  }
  return isChanged ? Object.fromEntries(parts) : undefined;
};
