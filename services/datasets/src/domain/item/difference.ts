import { same } from '@cairn/kernel';
import { type AnnotationRecord, type DatasetItemEvent, datasetItemStreamEvents } from '@cairn/contracts';
import { annotationsOf, type KnownItem } from './state.js';
import { coming, counted, going, tallyOf } from './tally.js';

const { ItemUpdated, ItemFileSet, ItemSplitsChanged, ItemAnnotated, ItemDeleted, ItemRestored } =
  datasetItemStreamEvents;

/** What of an item can be set and undone. */
export type ItemContent = Omit<
  KnownItem,
  'id' | 'dataset_id' | 'version_id' | 'user_id' | 'origin_id' | 'processing'
>;

/** The events that lead from an item to the wanted content, each with its counts; none when it is that already. */
export const eventsToReachItem = (
  state: KnownItem,
  wanted: Partial<ItemContent>,
): readonly DatasetItemEvent[] => {
  const target = { ...state, ...wanted };
  return [
    ...fieldDifference(state, target),
    ...splitDifference(state, target),
    ...annotationDifference({ ...state, splits: target.splits }, target),
    ...statusDifference(state, target),
  ];
};

const fieldDifference = (state: KnownItem, target: KnownItem): readonly DatasetItemEvent[] => {
  if (!same(state.file, target.file)) {
    const { version_id, file, name, extension, attributes } = target;
    const set = ItemFileSet.of({ version_id, file, name, extension, attributes });
    return [set, ...updated({ ...state, name, attributes }, target)];
  }
  return updated(state, target);
};

const updated = (state: KnownItem, target: KnownItem): readonly DatasetItemEvent[] => {
  const changes = {
    ...(state.name === target.name ? {} : { name: target.name }),
    ...(state.description === target.description ? {} : { description: target.description }),
    ...(state.text === target.text ? {} : { text: target.text }),
    ...(same(state.attributes, target.attributes) ? {} : { attributes: target.attributes }),
  };
  if (Object.keys(changes).length === 0) return [];
  return [ItemUpdated.of({ version_id: state.version_id, changes })];
};

const splitDifference = (state: KnownItem, target: KnownItem): readonly DatasetItemEvent[] => {
  const added = target.splits.filter((id) => !state.splits.includes(id));
  const removed = state.splits.filter((id) => !target.splits.includes(id));
  if (added.length + removed.length === 0) return [];
  const counts = {
    version_id: state.version_id,
    before: countedOf(state),
    after: countedOf({ ...state, splits: target.splits }),
  };
  return [ItemSplitsChanged.of({ added, removed, splits: [...target.splits], counts })];
};

const annotationDifference = (state: KnownItem, target: KnownItem): readonly DatasetItemEvent[] => {
  if (state.annotations === target.annotations) return [];
  const wanted = annotationsOf(target);
  const added = wanted.filter(({ id }) => !Object.hasOwn(state.annotations, id));
  const changed = wanted.filter(
    (one) => Object.hasOwn(state.annotations, one.id) && !same(state.annotations[one.id], one),
  );
  const removed = Object.keys(state.annotations).filter((id) => !Object.hasOwn(target.annotations, id));
  if (added.length + changed.length + removed.length === 0) return [];
  const counts = { version_id: state.version_id, before: countedOf(state), after: countedOf(target) };
  return [ItemAnnotated.of({ added, changed, removed, counts })];
};

const statusDifference = (state: KnownItem, target: KnownItem): readonly DatasetItemEvent[] => {
  if (state.status === target.status) return [];
  const tally = tallyOf(counted(target));
  return target.status === 'deleted'
    ? [ItemDeleted.of({ counts: going(state.version_id, tally) })]
    : [ItemRestored.of({ counts: coming(state.version_id, tally) })];
};

/** What the item counts as; nothing while it is deleted. */
const countedOf = (item: KnownItem) => (item.status === 'live' ? tallyOf(counted(item)) : null);

/** Annotations by id. */
export const byId = (annotations: readonly AnnotationRecord[]): KnownItem['annotations'] =>
  Object.fromEntries(annotations.map((annotation) => [annotation.id, annotation]));
