import type { AnnotationRecord, DatasetItemChanges, ItemAnnotationInput } from '@cairn/contracts';
import { isRefusal, notFound, type Refusal, refuse, same } from '@cairn/kernel';
import type { Parents } from '../version/parents.js';
import { liveLabel, liveSplit } from '../version/state.js';
import { surroundings } from './item-created.js';
import {
  annotationsRefused,
  changedAnnotation,
  classificationsRefused,
  newAnnotation,
  sizeRefused,
  withSpanTexts,
} from './annotations.js';
import { annotationsOf, type ItemState, type KnownItem } from './state.js';
import { counted, countersRefused } from './tally.js';
import { byId, type ItemContent } from './difference.js';
import { spanFault } from './values.js';

/** The item when it is one of the version's; a deleted one only for who asks for deleted ones too. */
export const visibleItem = (
  state: ItemState,
  { version }: Parents,
  deletedToo = false,
): KnownItem | Refusal =>
  state.status === 'none' || state.version_id !== version.id || (state.status === 'deleted' && !deletedToo)
    ? notFound()
    : state;

/** Who adds annotations, and the ids of the new ones by their place in the request. */
export interface Annotator {
  readonly userId: string;
  annotationId(this: void, ordinal: number): string;
}

/** The content that a caller's changes ask for, or why it may not be. */
export const contentAfter = (
  item: KnownItem,
  body: DatasetItemChanges,
  parents: Parents,
  annotator: Annotator,
): Partial<ItemContent> | Refusal => {
  const splits = splitsAfter(item, body.splits, parents);
  if (isRefusal(splits)) return splits;
  const plain = {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.text === undefined ? {} : { text: body.text }),
    ...(body.attributes === undefined ? {} : { attributes: body.attributes }),
    splits,
  };
  const annotations = annotationsAfter(item, body.annotations, parents, annotator);
  return isRefusal(annotations) ? annotations : checked(item, { ...plain, annotations }, parents);
};

/** Splits that were deleted are not seen by the caller, so they are kept. */
const splitsAfter = (
  item: KnownItem,
  wanted: DatasetItemChanges['splits'],
  { version }: Parents,
): readonly string[] | Refusal => {
  if (wanted === undefined) return item.splits;
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const foreign = ids.find((id) => liveSplit(version, id) === undefined);
  if (foreign !== undefined) return refuse('foreign_split', `The version has no split ${foreign}.`);
  return [...item.splits.filter((id) => liveSplit(version, id) === undefined), ...ids];
};

const annotationsAfter = (
  item: KnownItem,
  inputs: DatasetItemChanges['annotations'],
  parents: Parents,
  annotator: Annotator,
): KnownItem['annotations'] | Refusal =>
  inputs === undefined
    ? item.annotations
    : (repeatedRefused(inputs) ?? replaced(item, inputs, parents, annotator));

/** An annotation cannot become two things at once. */
const repeatedRefused = (inputs: readonly ItemAnnotationInput[]): Refusal | undefined => {
  const seen = new Set<string>();
  for (const [index, { id }] of inputs.entries()) {
    if (id !== undefined && seen.has(id))
      return refuse('invalid_body', 'An annotation stands in this request twice.', [
        { pointer: `/annotations/${index}/id`, code: 'repeated', message: 'stands in the request before' },
      ]);
    if (id !== undefined) seen.add(id);
  }
  return undefined;
};

/** Replaced by id; one without a known id is new; those under a deleted label are not seen, so they are kept (7, 3). */
const replaced = (
  item: KnownItem,
  inputs: readonly ItemAnnotationInput[],
  parents: Parents,
  { userId, annotationId }: Annotator,
): KnownItem['annotations'] => {
  const hidden = annotationsOf(item).filter((one) => isHidden(one, parents));
  let order = nextOrder(item);
  const wanted = inputs.map((input, ordinal) => {
    const known =
      input.id !== undefined && Object.hasOwn(item.annotations, input.id)
        ? item.annotations[input.id]
        : undefined;
    return known === undefined
      ? newAnnotation(input, { id: annotationId(ordinal), order: order++, userId })
      : changedAnnotation(known, input);
  });
  return byId([...hidden, ...wanted]);
};

/** The place of the next annotation. */
export const nextOrder = (item: Pick<KnownItem, 'annotations'>): number =>
  Object.values(item.annotations).reduce((next, { order }) => Math.max(next, order + 1), 0);

/**
 * The wanted content when its new and changed annotations may stand there and it is not too large. Another text is held
 * against all spans that are seen, for they point into it, and takes those with it that a deleted label hides and that do
 * not fit it; an item that comes back is held against what its dataset allows by now.
 */
export const checked = (
  item: KnownItem,
  wanted: Partial<ItemContent>,
  parents: Parents,
): Partial<ItemContent> | Refusal => {
  const target = { ...item, ...wanted };
  const annotations = annotationsLeft(item, target, parents);
  const refused = targetRefused(item, target, annotations, parents);
  if (refused !== undefined) return refused;
  const areSame = target.annotations === item.annotations && annotations.length === countOf(item);
  return areSame ? wanted : { ...wanted, annotations: byId(withSpanTexts(annotations, target.text)) };
};

const targetRefused = (
  item: KnownItem,
  target: KnownItem,
  annotations: readonly AnnotationRecord[],
  parents: Parents,
): Refusal | undefined => {
  const rules = surroundings(parents);
  const comesBack = item.status === 'deleted' && target.status === 'live';
  return (
    annotationsRefused(
      { text: target.text, hasFile: target.file !== null, annotations },
      touchedIn(item, target, annotations, parents),
      rules,
    ) ??
    (comesBack ? classificationsRefused(annotations, rules) : undefined) ??
    sizeRefused({ ...target, annotations }, { ...item, annotations: annotationsOf(item) }) ??
    countersRefused({ splits: target.splits, annotations }, counted(item))
  );
};

/** Spans into the text of a file cannot be checked here. */
const isSpanned = ({ text, file }: KnownItem): boolean => text !== '' || file === null;

/** Another text, or one that spans could not be held against before: the file went. */
const isTextAnew = (before: KnownItem, after: KnownItem): boolean =>
  after.text !== before.text || (isSpanned(after) && !isSpanned(before));

const countOf = ({ annotations }: KnownItem): number => Object.keys(annotations).length;

/** Whether the annotation stands under a deleted label. */
export const isHidden = ({ label_id }: AnnotationRecord, { version }: Parents): boolean =>
  label_id !== '' && liveLabel(version, label_id) === undefined;

/** Without hidden spans that do not fit another text: nobody could send them along, and they must fit when they are seen again. */
const annotationsLeft = (
  before: KnownItem,
  after: KnownItem,
  parents: Parents,
): readonly AnnotationRecord[] => {
  const annotations = annotationsOf(after);
  if (!isTextAnew(before, after) || !isSpanned(after)) return annotations;
  const codePoints = Array.from(after.text);
  return annotations.filter(
    (one) => one.type !== 'span' || !isHidden(one, parents) || spanFault(one.value, codePoints) === undefined,
  );
};

const touchedIn = (
  before: KnownItem,
  after: KnownItem,
  annotations: readonly AnnotationRecord[],
  parents: Parents,
): readonly AnnotationRecord[] =>
  annotations.filter(
    (one) =>
      (isTextAnew(before, after) && one.type === 'span' && !isHidden(one, parents)) ||
      !Object.hasOwn(before.annotations, one.id) ||
      !same(before.annotations[one.id], one),
  );
