import type { AnnotationRecord, ItemAnnotationInput } from '@cairn/contracts';
import { type Refusal, refuse } from '@cairn/kernel';
import { spanFault, valueFault } from './values.js';

/** At most this many annotations stand on an item (law 7). */
export const MOST_ANNOTATIONS = 10_000;
/** Text, attributes and annotations of an item together, bytes (law 7). */
const LARGEST_ITEM_BYTES = 4_000_000;

export type Annotations = Readonly<Record<string, AnnotationRecord>>;

/** What a new annotation needs beside what the caller says. */
export interface NewAnnotation {
  readonly id: string;
  readonly order: number;
  readonly userId: string;
  readonly origin?: AnnotationOrigin;
}

/** Where an annotation is from that no person made. */
export type AnnotationOrigin = Partial<
  Pick<
    AnnotationRecord,
    | 'source'
    | 'post_processor_id'
    | 'post_processor_job_id'
    | 'inference_id'
    | 'model_id'
    | 'model_version_id'
  >
>;

type Settable = Partial<Omit<ItemAnnotationInput, 'id'>>;

/** An annotation as a caller makes it; what is left out gets its default. */
export const newAnnotation = (input: ItemAnnotationInput, made: NewAnnotation): AnnotationRecord =>
  changedAnnotation(
    {
      id: made.id,
      order: made.order,
      name: '',
      description: '',
      label_id: '',
      type: input.type,
      value: {},
      confidence: 1,
      source: 'manual',
      ground_truth: false,
      user_id: made.userId,
      ...made.origin,
    },
    input,
  );

/** The annotation with what a caller sets: absent keys stay, null clears (TRAP-14). */
export const changedAnnotation = (record: AnnotationRecord, input: Settable): AnnotationRecord => {
  const { group_id: group, parent_id: parent, attributes, label_id: label, ...plain } = input;
  const { group_id, parent_id, attributes: stored, ...kept } = record;
  const set = Object.fromEntries(
    PLAIN.filter((key) => plain[key] !== undefined).map((key) => [key, plain[key]]),
  );
  return {
    ...kept,
    ...(input.type === 'classification' && record.type !== 'classification' ? { value: {} } : {}),
    ...set,
    ...(label === undefined ? {} : { label_id: label ?? '' }),
    ...optional('group_id', group, group_id),
    ...optional('parent_id', parent, parent_id),
    ...optional('attributes', attributes, stored),
  };
};

const PLAIN = ['name', 'description', 'type', 'value', 'confidence', 'ground_truth'] as const;

const optional = <Key extends string, Value>(
  key: Key,
  given: Value | null | undefined,
  stored: Value | undefined,
): Partial<Record<Key, Value>> => {
  const value = given === undefined ? stored : given;
  return value === undefined || value === null || value === ''
    ? {}
    : ({ [key]: value } as Partial<Record<Key, Value>>);
};

/** What the version and the dataset say about the annotations of an item. */
export interface AnnotationRules {
  readonly multi_label: boolean;
  /** Whether the version has a label of this id that is not deleted. */
  hasLabel(this: void, id: string): boolean;
}

/** The item that annotations stand on. */
export interface AnnotatedItem {
  readonly text: string;
  /** Spans into the text of a file cannot be checked here. */
  readonly hasFile: boolean;
  readonly annotations: readonly AnnotationRecord[];
}

/**
 * Whether the annotations that are new or changed may stand on the item: their labels, values and spans, one
 * classification only, and how many there are.
 */
export const annotationsRefused = (
  item: AnnotatedItem,
  touched: readonly AnnotationRecord[],
  rules: AnnotationRules,
): Refusal | undefined => {
  if (item.annotations.length > MOST_ANNOTATIONS)
    return refuse('too_many_annotations', `An item holds at most ${MOST_ANNOTATIONS} annotations.`);
  const spans = touched.some(({ type }) => type === 'span') && (item.text !== '' || !item.hasFile);
  const codePoints = spans ? Array.from(item.text) : undefined;
  for (const annotation of touched) {
    const refused = annotationRefused(annotation, codePoints, rules);
    if (refused !== undefined) return refused;
  }
  return touched.some(({ type }) => type === 'classification')
    ? classificationsRefused(item.annotations, rules)
    : undefined;
};

const annotationRefused = (
  { label_id, type, value }: AnnotationRecord,
  codePoints: readonly string[] | undefined,
  rules: AnnotationRules,
): Refusal | undefined => {
  if (label_id !== '' && !rules.hasLabel(label_id))
    return refuse('foreign_label', `The version has no label ${label_id}.`);
  const fault =
    valueFault(type, value) ??
    (type === 'span' && codePoints !== undefined ? spanFault(value, codePoints) : undefined);
  return fault === undefined ? undefined : refuse('annotation_value_invalid', sentence(fault));
};

/** Whether more classifications would be seen on an item than its dataset allows (SPEC-5). */
export const classificationsRefused = (
  all: readonly AnnotationRecord[],
  { multi_label, hasLabel }: AnnotationRules,
): Refusal | undefined => {
  if (multi_label) return undefined;
  const seen = all.filter(
    ({ type, label_id }) => type === 'classification' && (label_id === '' || hasLabel(label_id)),
  );
  return seen.length < 2
    ? undefined
    : refuse(
        'multi_label_violation',
        'The dataset allows one classification an item (`multi_label: false`).',
      );
};

const sentence = (fault: string): string => `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`;

/** What of an item is measured. */
interface Sized {
  readonly text: string;
  readonly attributes: unknown;
  readonly annotations: readonly AnnotationRecord[];
}

/** Whether text, attributes and annotations together are too large. An item that is too large already may shrink. */
export const sizeRefused = (after: Sized, before?: Sized): Refusal | undefined => {
  const size = sizeOf(after);
  return size > LARGEST_ITEM_BYTES && (before === undefined || size > sizeOf(before))
    ? refuse('item_too_large', 'Text, attributes and annotations of an item are at most 4 MB together.')
    : undefined;
};

/** With the texts that spans get, and as it came: without the times that stand on what is stored. */
const sizeOf = ({ text, attributes, annotations }: Sized): number => {
  if (quotedLength({ text, annotations }) > LARGEST_ITEM_BYTES) return Infinity;
  const timeless = withSpanTexts(annotations, text).map((one) => ({ ...one, created_at: undefined }));
  return Buffer.byteLength(JSON.stringify({ text, attributes, annotations: timeless }));
};

/** How much of the text the spans get that came without theirs. */
const quotedLength = ({ text, annotations }: Pick<Sized, 'text' | 'annotations'>): number =>
  annotations.filter(lacksText).reduce((length, { value }) => {
    const { start, end } = value as { start: number; end: number };
    return length + Math.max(0, Math.min(end, text.length) - start);
  }, 0);

const lacksText = ({ type, value }: AnnotationRecord): boolean =>
  type === 'span' && value['text'] === undefined;

/** Spans that came without their text get the text that stands there. */
export const withSpanTexts = (
  annotations: readonly AnnotationRecord[],
  text: string,
): readonly AnnotationRecord[] => {
  if (!annotations.some(lacksText)) return annotations;
  const codePoints = Array.from(text);
  return annotations.map((one) => {
    if (!lacksText(one)) return one;
    const { start, end } = one.value as { start: number; end: number };
    return { ...one, value: { ...one.value, text: codePoints.slice(start, end).join('') } };
  });
};
