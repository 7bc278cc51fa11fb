import {
  type AnnotationRecord,
  type AnnotationType,
  annotationValues,
  type ItemAnnotationInput,
  type JsonObject,
} from '@cairn/contracts';
import { isLonger, nameKey, reaches } from '@cairn/kernel';
import { LONGEST_NAME } from '../version/names.js';
import { type KnownVersion, liveLabel } from '../version/state.js';
import { MOST_ANNOTATIONS } from './annotations.js';
import type { KnownItem } from './state.js';
import { spanFault, valueFault } from './values.js';

/** One answer of a model. */
export interface Prediction {
  readonly prediction: string;
  readonly confidence: number;
  readonly type: string;
  readonly value: unknown;
}

export interface ProposalContext {
  readonly version: KnownVersion;
  readonly multi_label: boolean;
  /** Answers below it are left. */
  readonly threshold: number;
  /** What an answer is called → name of a label. */
  readonly labelMap: Readonly<Record<string, string>>;
  /** The item with the annotations that stay: the caller takes away those that are to be replaced. */
  readonly item: Pick<KnownItem, 'text' | 'file' | 'annotations'>;
  /** Of its annotations those that post-processors wrote and nobody has changed, by id. */
  readonly untouched: Readonly<Record<string, true>>;
}

/** Why an answer becomes no annotation. */
type LeftCode =
  | 'not_an_annotation'
  | 'below_threshold'
  | 'not_best'
  | 'kept_theirs'
  | 'there_already'
  | 'value_invalid'
  | 'label_deleted'
  | 'label_unknown'
  | 'too_many_annotations';

/** What the answers of a model become on an item. */
export interface Proposals {
  /** With `type`, `label_id` (empty for a transcription), `value` and `confidence` (0 to 1), in the order of the answers. */
  readonly annotations: readonly ItemAnnotationInput[];
  /** In the order in which they first occur. */
  readonly left: readonly { readonly code: LeftCode; readonly count: number }[];
  /** Names of labels that the version lacks and nobody deleted, in the order of the answers, as these (mapped) call them. */
  readonly unknown: readonly string[];
  /** A person's classification stands there and the best answer names another label. */
  readonly disagrees: boolean;
}

/**
 * What the answers of a model become on an item. Never throws, whatever a model answers; `annotationsRefused` accepts the
 * item with the proposals. The caller may make the labels that are `unknown`, and ask again.
 */
export const proposalsOf = (predictions: readonly Prediction[], context: ProposalContext): Proposals => {
  const setting = settingOf(predictions, context);
  const annotations: ItemAnnotationInput[] = [];
  const left = new Map<LeftCode, number>();
  for (const prediction of predictions) {
    const outcome = outcomeOf(prediction, setting);
    if (typeof outcome === 'string') left.set(outcome, (left.get(outcome) ?? 0) + 1);
    else annotations.push(outcome);
  }
  return {
    annotations,
    left: [...left].map(([code, count]) => ({ code, count })),
    unknown: [...setting.unknown.values()],
    disagrees: disagrees(setting),
  };
};

/** What the answers of one question are held against. */
interface Setting extends ProposalContext {
  readonly labels: Labels;
  readonly best: Prediction | undefined;
  /** The classifications that are seen on the item; only where there may be but one. */
  readonly classes: readonly AnnotationRecord[];
  readonly codePoints: readonly string[] | undefined;
  /** What stands there and what was proposed, told apart by `keyOf`. */
  readonly there: Set<string>;
  /** How many that may become. */
  readonly most: number;
  /** By key. */
  readonly unknown: Map<string, string>;
}

const settingOf = (predictions: readonly Prediction[], context: ProposalContext): Setting => {
  const { item, version, multi_label } = context;
  const standing = Object.values(item.annotations);
  const there = new Set(standing.map(keyOf));
  const spans = predictions.some(({ type }) => type === 'span') && (item.text !== '' || item.file === null);
  return {
    ...context,
    labels: labelsOf(version),
    best: bestOf(predictions.filter(({ type }) => type === 'classification')),
    classes: multi_label ? [] : standing.filter((one) => isSeenClass(one, version)),
    codePoints: spans ? Array.from(item.text) : undefined,
    there,
    most: there.size + MOST_ANNOTATIONS - standing.length,
    unknown: new Map(),
  };
};

const isSeenClass = ({ type, label_id }: AnnotationRecord, version: KnownVersion): boolean =>
  type === 'classification' && (label_id === '' || liveLabel(version, label_id) !== undefined);

/** The first of the most confident ones. */
const bestOf = (predictions: readonly Prediction[]): Prediction | undefined =>
  predictions.reduce<Prediction | undefined>(
    (best, one) => (best === undefined || confidenceOf(one) > confidenceOf(best) ? one : best),
    undefined,
  );

/** As an annotation may have it: what is no number, or less than nothing, is 0. */
const confidenceOf = ({ confidence }: Prediction): number => (confidence > 0 ? Math.min(confidence, 1) : 0);

type Outcome = ItemAnnotationInput | LeftCode;

const outcomeOf = (prediction: Prediction, setting: Setting): Outcome => {
  const { type } = prediction;
  if (!isAnnotationType(type)) return 'not_an_annotation';
  if (!reaches(confidenceOf(prediction), setting.threshold)) return 'below_threshold';
  const left = type === 'classification' ? classLeft(prediction, setting) : undefined;
  return left ?? proposed({ ...prediction, type }, setting);
};

const isAnnotationType = (type: string): type is AnnotationType => Object.hasOwn(annotationValues, type);

/** One classification where there may be but one, and where no threshold tells which of several are meant. */
const classLeft = (prediction: Prediction, setting: Setting): LeftCode | undefined => {
  const { best, classes, multi_label, threshold } = setting;
  if (prediction !== best && (!multi_label || threshold <= 0)) return 'not_best';
  if (classes.length === 0) return undefined;
  return disagrees(setting) ? 'kept_theirs' : 'there_already';
};

/** What another post-processor says is nobody's. */
const disagrees = ({ best, classes, untouched, ...setting }: Setting): boolean => {
  const theirs = classes.filter(({ id }) => !Object.hasOwn(untouched, id));
  if (best === undefined || theirs.length === 0) return false;
  const { id } = labelNamed(best, setting);
  return !theirs.some(({ label_id }) => label_id === id);
};

const proposed = (prediction: Prediction & { readonly type: AnnotationType }, setting: Setting): Outcome => {
  const { type } = prediction;
  const value = valueOf(type, prediction.value, setting.codePoints);
  if (value === undefined) return 'value_invalid';
  const label = type === 'transcription' ? NO_LABEL : labelNamed(prediction, setting);
  if (label.id === undefined) return withoutLabel(label, setting);
  const key = keyOf({ type, label_id: label.id, value });
  if (setting.there.has(key)) return 'there_already';
  if (setting.there.size >= setting.most) return 'too_many_annotations';
  setting.there.add(key);
  return { type, label_id: label.id, value, confidence: confidenceOf(prediction) };
};

/** What the type's value holds, without what else a model says; `undefined` when it does not fit. */
const valueOf = (
  type: AnnotationType,
  given: unknown,
  codePoints: readonly string[] | undefined,
): JsonObject | undefined => {
  if (type === 'classification') return {};
  if (!isObject(given)) return undefined;
  const told = keysOf(type).filter((key) => given[key] !== undefined);
  const value: JsonObject = Object.fromEntries(told.map((key) => [key, given[key]]));
  const fault =
    valueFault(type, value) ??
    (type === 'span' && codePoints !== undefined ? spanFault(value, codePoints) : undefined);
  return fault === undefined ? value : undefined;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const keysOf = (type: AnnotationType): readonly string[] => Object.keys(annotationValues[type].properties);

type Keyed = Pick<AnnotationRecord, 'type' | 'label_id' | 'value'>;

/** Annotations of one key are equal. What a span quotes follows from where it lies. */
const keyOf = ({ type, label_id, value }: Keyed): string =>
  JSON.stringify([
    type,
    label_id,
    ...keysOf(type)
      .filter((key) => type !== 'span' || key !== 'text')
      .map((key) => value[key]),
  ]);

/** Without those that are proposed too, and without classifications beside another where there may be one. */
export const notProposed = (
  annotations: readonly AnnotationRecord[],
  proposed: readonly ItemAnnotationInput[],
  multi_label: boolean,
): readonly AnnotationRecord[] => {
  const keys = new Set(proposed.map((one) => keyOf(ofRecord(one))));
  const isClassed = !multi_label && proposed.some(({ type }) => type === 'classification');
  return annotations.filter((one) => !(isClassed && one.type === 'classification') && !keys.has(keyOf(one)));
};

const ofRecord = ({ type, label_id, value = {} }: ItemAnnotationInput): Keyed => ({
  ...{ type, value, label_id: label_id ?? '' },
});

interface Labels {
  /** Ids by key of the name. */
  readonly live: ReadonlyMap<string, string>;
  /** Keys of names. */
  readonly deleted: ReadonlySet<string>;
}

const labelsOf = ({ labels }: KnownVersion): Labels => {
  const all = Object.values(labels);
  return {
    live: new Map(all.filter(({ deleted }) => !deleted).map(({ name, id }) => [nameKey(name), id])),
    deleted: new Set(all.filter(({ deleted }) => deleted).map(({ name }) => nameKey(name))),
  };
};

interface NamedLabel {
  /** `undefined`: there is none. */
  readonly id: string | undefined;
  readonly name: string;
  /** Empty when the name can be none of a label. */
  readonly key: string;
}

const NO_LABEL: NamedLabel = { id: '', name: '', key: '' };

const labelNamed = (
  { prediction }: Prediction,
  { labels, labelMap }: Pick<Setting, 'labels' | 'labelMap'>,
): NamedLabel => {
  const name = Object.hasOwn(labelMap, prediction) ? labelMap[prediction]! : prediction;
  const key = isLonger(name, LONGEST_NAME) ? '' : nameKey(name);
  return { id: labels.live.get(key), name, key };
};

const withoutLabel = ({ name, key }: NamedLabel, { labels, unknown }: Setting): LeftCode => {
  if (labels.deleted.has(key)) return 'label_deleted';
  const isName = key !== '' && !/\p{Cc}/u.test(name) && name.isWellFormed();
  if (isName && !unknown.has(key)) unknown.set(key, name);
  return 'label_unknown';
};
