import {
  type AnnotationRecord,
  type DatasetItemEvent,
  datasetItemStreamEvents,
  type LeftAnswers,
  type postProcessor,
  type RecordValues,
} from '@cairn/contracts';
import { isRefusal } from '@cairn/kernel';
import { newAnnotation } from '../item/annotations.js';
import { checked, nextOrder } from '../item/changing.js';
import { byId, eventsToReachItem, type ItemContent } from '../item/difference.js';
import { isLater, isOutdated } from '../item/processing.js';
import { notProposed, type Prediction, type Proposals, proposalsOf } from '../item/proposals.js';
import type { KnownItem } from '../item/state.js';
import type { Parents } from '../version/parents.js';
import type { KnownPostProcessorJob } from './state.js';

/** What of a post-processor says how an answer is written. */
export type WritingSettings = Pick<
  RecordValues<typeof postProcessor.description>,
  'confidence_threshold' | 'output_target'
>;

/** A job whose model has answered. */
export interface AnsweredJob extends Pick<
  KnownPostProcessorJob,
  'id' | 'post_processor_id' | 'content' | 'user_id'
> {
  readonly answer: NonNullable<KnownPostProcessorJob['answer']>;
  /** As `answer.result` has them. */
  readonly predictions: readonly Prediction[];
}

/** What became of an answer. */
export interface Written {
  readonly events: readonly DatasetItemEvent[];
  /** `applied`, `in_part`, `nothing`, `kept_theirs`, `overtaken`. */
  readonly outcome: string;
  readonly applied: number;
  readonly left: readonly LeftAnswers[];
}

export interface WritingContext {
  readonly parents: Parents;
  readonly settings: WritingSettings;
  /** The id of the annotation that becomes of the answer at a place. */
  annotationId(this: void, ordinal: number): string;
}

/** How a job stands to what it reads of an item: only `asked` about that is its answer written. */
export const standing = (
  { processing: { text_at, file_at } }: KnownItem,
  content: string,
  read: 'text' | 'file',
): 'asked' | 'overtaken' | 'nothing' => {
  const readAt = read === 'text' ? text_at : file_at;
  if (readAt === content) return 'asked';
  return isLater(readAt, content) ? 'overtaken' : 'nothing';
};

/** What of an item an answer is held against. */
export type AnsweredItem = Pick<KnownItem, 'text' | 'file' | 'annotations' | 'processing'>;

/** The annotations that stay when a post-processor writes: all but its own that nobody has touched. */
const staying = (
  { annotations, processing }: AnsweredItem,
  postProcessorId: string,
): KnownItem['annotations'] =>
  Object.fromEntries(
    Object.entries(annotations).filter(
      ([id, one]) => one.post_processor_id !== postProcessorId || !Object.hasOwn(processing.untouched, id),
    ),
  );

/**
 * What an answer becomes on an item, before anything is held against the bounds of the item; `kept`: the annotations that
 * stay. What other post-processors said of another text or file gives way where it says the same, or where there may be
 * one classification.
 */
export const proposalsFor = (
  item: AnsweredItem,
  { predictions, post_processor_id }: Pick<AnsweredJob, 'predictions' | 'post_processor_id'>,
  { parents: { dataset, version }, settings }: Pick<WritingContext, 'parents' | 'settings'>,
): Proposals & { readonly kept: KnownItem['annotations'] } => {
  const { multi_label } = dataset;
  const [current, outdated] = parted(staying(item, post_processor_id), item);
  const proposals = proposalsOf(settings.output_target === 'text' ? [] : predictions, {
    version,
    multi_label,
    threshold: settings.confidence_threshold,
    labelMap: {},
    item: { text: item.text, file: item.file, annotations: byId(current) },
    untouched: item.processing.untouched,
  });
  const still = notProposed(outdated, proposals.annotations, multi_label);
  return { ...proposals, kept: byId([...current, ...still]) };
};

/** Those of what the item has now, or that somebody has touched; and the others. */
const parted = (
  annotations: KnownItem['annotations'],
  { processing }: AnsweredItem,
): readonly [AnnotationRecord[], AnnotationRecord[]] => {
  const all = Object.values(annotations);
  const isOld = (one: AnnotationRecord): boolean => isOutdated(one, processing);
  return [all.filter((one) => !isOld(one)), all.filter(isOld)];
};

/** The text that an answer has; `undefined` where none is wanted, or it has none. */
export const textIn = (
  predictions: readonly Prediction[],
  { output_target }: WritingSettings,
): string | undefined => {
  if (output_target === 'annotations') return undefined;
  const texts = predictions.flatMap(({ type, value }) => (type === 'transcription' ? saidIn(value) : []));
  return texts.length === 0 ? undefined : texts.join('\n');
};

const saidIn = (value: unknown): readonly string[] => {
  const text: unknown = (value as { readonly text?: unknown } | null)?.text;
  return typeof text === 'string' ? [text] : [];
};

/** A text that a person wrote stays, but for the first time that a post-processor makes another one of it. */
export const mayWriteText = (
  { text, processing }: AnsweredItem,
  {
    post_processor_id,
    answer,
  }: Pick<AnsweredJob, 'post_processor_id'> & { readonly answer: Pick<AnsweredJob['answer'], 'read'> },
): boolean =>
  text === '' ||
  processing.text_by !== '' ||
  (answer.read === 'text' && processing.by[post_processor_id]?.wrote_text !== true);

/** Writes the answer of a job on its item, as far as it may stand there; nothing where the job did that before. */
export const writtenOn = (item: KnownItem, job: AnsweredJob, context: WritingContext): Written => {
  const before = item.processing.by[job.post_processor_id];
  if (before?.job_id === job.id) return { ...before, events: [] };
  const state = standing(item, job.content, job.answer.read);
  return state === 'asked'
    ? written(item, job, context)
    : { events: [], outcome: state, applied: 0, left: [] };
};

const written = (item: KnownItem, job: AnsweredJob, context: WritingContext): Written => {
  const { kept, ...proposals } = proposalsFor(item, job, context);
  const made = madeOf(item, job, proposals, context);
  const text = textFor(item, job, context.settings);
  const wanted = { annotations: byId([...Object.values(kept), ...made]), ...text.wanted };
  const content = checked(item, wanted, context.parents);
  const standing = isRefusal(content) ? undefined : content;
  const refused = isRefusal(content) ? [{ code: content.refused, count: made.length + text.count }] : [];
  const left = leftOf([
    ...proposals.left,
    { code: 'answer_cut', count: job.answer.cut },
    { code: 'kept_theirs', count: text.count - Object.keys(text.wanted).length },
    ...refused,
  ]);
  return told(item, job, proposals, { made: made.length, left, standing });
};

interface TextOfAnswer {
  readonly wanted: { readonly text?: string };
  /** 1 where the answer has another text than the item. */
  readonly count: 0 | 1;
}

const textFor = (item: KnownItem, job: AnsweredJob, settings: WritingSettings): TextOfAnswer => {
  const text = textIn(job.predictions, settings);
  if (text === undefined || text === item.text) return { wanted: {}, count: 0 };
  return { wanted: mayWriteText(item, job) ? { text } : {}, count: 1 };
};

interface Outcome {
  readonly made: number;
  readonly left: readonly LeftAnswers[];
  /** What the item becomes; `undefined`: it cannot take the answer at all. */
  readonly standing: Partial<ItemContent> | undefined;
}

const told = (
  item: KnownItem,
  job: AnsweredJob,
  proposals: Proposals,
  { made, left, standing: content }: Outcome,
): Written => {
  const applied = content === undefined ? 0 : made;
  const wrote_text = content?.text !== undefined && content.text !== item.text;
  const outcome = outcomeOf({ wrote: applied > 0 || wrote_text, left });
  const facts = { outcome, applied, left: [...left] };
  const events = content === undefined ? [] : eventsToReachItem(item, content);
  return { ...facts, events: [...events, processedBy(item, job, proposals, { ...facts, wrote_text })] };
};

const madeOf = (
  item: KnownItem,
  { id, post_processor_id, user_id, answer }: AnsweredJob,
  { annotations }: Proposals,
  { annotationId }: WritingContext,
): readonly AnnotationRecord[] => {
  const first = nextOrder(item);
  const { inference_id, model_id, model_version_id } = answer;
  const asked = { post_processor_id, post_processor_job_id: id, inference_id, model_id, model_version_id };
  const origin = { source: 'post_processor', ...asked } as const;
  return annotations.map((input, ordinal) =>
    newAnnotation(input, { id: annotationId(ordinal), order: first + ordinal, userId: user_id, origin }),
  );
};

/** Counted by code, in the order in which these first occur. */
const leftOf = (all: readonly LeftAnswers[]): readonly LeftAnswers[] => {
  const counted = new Map<string, number>();
  for (const { code, count } of all) if (count > 0) counted.set(code, (counted.get(code) ?? 0) + count);
  return [...counted].map(([code, count]) => ({ code, count }));
};

/** What the settings leave on purpose makes no answer one that is written in part. */
const AS_WANTED: ReadonlySet<string> = new Set(['below_threshold', 'not_best', 'there_already']);

const outcomeOf = ({ wrote, left }: { wrote: boolean; left: readonly LeftAnswers[] }): string => {
  const others = left.filter(({ code }) => !AS_WANTED.has(code));
  if (wrote) return others.length === 0 ? 'applied' : 'in_part';
  return others.some(({ code }) => code === 'kept_theirs') ? 'kept_theirs' : 'nothing';
};

const processedBy = (
  { version_id }: KnownItem,
  { id: job_id, post_processor_id, content, predictions }: AnsweredJob,
  { disagrees }: Proposals,
  {
    wrote_text,
    ...told
  }: Pick<Written, 'outcome' | 'applied'> & { left: LeftAnswers[]; wrote_text: boolean },
): DatasetItemEvent => {
  const confidence = predictions.reduce((best, one) => Math.max(best, confidenceOf(one)), -1);
  return datasetItemStreamEvents.ItemProcessed.of({
    ...{ version_id, post_processor_id, job_id, content, ...told },
    ...(confidence < 0 ? {} : { confidence }),
    ...(disagrees ? { disagrees } : {}),
    ...(wrote_text ? { wrote_text } : {}),
  });
};

const confidenceOf = ({ confidence }: Prediction): number =>
  Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : -1;
