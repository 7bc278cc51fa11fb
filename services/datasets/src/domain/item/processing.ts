import type {
  AnnotationRecord,
  DatasetItemEvent,
  FileRecord,
  LeftAnswers,
  RunnableEntity,
} from '@cairn/contracts';

type DataOf<Type extends DatasetItemEvent['type']> = Extract<DatasetItemEvent, { type: Type }>['data'];

/** What a post-processor did when it worked on an item last. */
interface ProcessedBy {
  readonly job_id: string;
  /** The revision of the text or file that it worked on, decimal. */
  readonly content: string;
  readonly outcome: string;
  readonly applied: number;
  readonly left: readonly LeftAnswers[];
  /** Whether it has ever written the text. */
  readonly wrote_text: boolean;
}

/** What an item remembers for post-processors. */
export interface Processing {
  /**
   * The revision at which a person set the text, decimal; empty: there is none. A text that a post-processor wrote has the
   * revision of what it was made of.
   */
  readonly text_at: string;
  /** As `text_at`, of the file. */
  readonly file_at: string;
  /** The post-processor that wrote the text; empty: a person did. */
  readonly text_by: string;
  /** By post-processor. */
  readonly by: Readonly<Record<string, ProcessedBy>>;
  /** Annotations that post-processors wrote and nobody has changed since, by id. */
  readonly untouched: Readonly<Record<string, true>>;
}

/** Of a text that is no item's. */
export const noProcessing: Processing = { text_at: '', file_at: '', text_by: '', by: {}, untouched: {} };

/** The revision of what an item came with. */
const CAME_AT = '0';

export const newProcessing = ({ text, file, untouched = [] }: DataOf<'ItemCreated'>): Processing => ({
  text_at: text === '' ? '' : CAME_AT,
  file_at: file === undefined ? '' : CAME_AT,
  text_by: '',
  by: {},
  untouched: among(untouched),
});

const among = (ids: readonly string[]): Processing['untouched'] =>
  Object.fromEntries(ids.map((id) => [id, true] as const));

export const textSet = (before: Processing, text: string | undefined, revision: bigint): Processing =>
  text === undefined ? before : { ...before, text_by: '', text_at: text === '' ? '' : revision.toString() };

export const fileSet = (before: Processing, file: FileRecord | null, revision: bigint): Processing => ({
  ...before,
  file_at: file === null ? '' : revision.toString(),
});

export const annotationsTouched = (
  before: Processing,
  { changed, removed }: DataOf<'ItemAnnotated'>,
): Processing => {
  const touched = new Set([...changed.map(({ id }) => id), ...removed]);
  const kept = Object.keys(before.untouched).filter((id) => !touched.has(id));
  const isSame = kept.length === Object.keys(before.untouched).length;
  return isSame ? before : { ...before, untouched: among(kept) };
};

/** What the job wrote stands among the annotations of the item: nobody had the time to touch it. */
export const processed = (
  before: Processing,
  data: DataOf<'ItemProcessed'>,
  annotations: readonly AnnotationRecord[],
): Processing => {
  const { post_processor_id: id, job_id, content, outcome, applied, left, wrote_text = false } = data;
  const ever = wrote_text || before.by[id]?.wrote_text === true;
  const by = { ...before.by, [id]: { job_id, content, outcome, applied, left, wrote_text: ever } };
  const made = annotations.filter(({ post_processor_job_id }) => post_processor_job_id === job_id);
  const untouched = { ...before.untouched, ...among(made.map((each) => each.id)) };
  return { ...before, by, untouched, ...(wrote_text ? { text_by: id, text_at: content } : {}) };
};

/** Whether a post-processor wrote it, nobody has touched it, and it is of a text or file that is there no more. */
export const isOutdated = (
  { id, post_processor_id: by }: Pick<AnnotationRecord, 'id' | 'post_processor_id'>,
  { untouched, by: processings, text_at, file_at }: Processing,
): boolean => {
  if (by === undefined || !Object.hasOwn(untouched, id)) return false;
  const of = processings[by]?.content ?? CAME_AT;
  return of !== text_at && of !== file_at;
};

/** What jobs are about: the revision at which a person set the text or the file last; empty: there is neither. */
export const contentOf = ({ text_at, file_at }: Pick<Processing, 'text_at' | 'file_at'>): string =>
  isLater(text_at, file_at) ? text_at : file_at;

/** What of an item a model reads; `undefined`: nothing tells, so that a text goes before a file. */
export type Reads = 'text' | 'file' | 'neither' | undefined;

/** What a model reads of an item; of one that cannot run nothing tells: asking it does. */
export const readBy = (model: RunnableEntity): Reads => {
  if (model.status !== 'runnable' || model.takes === undefined) return undefined;
  if (model.takes.includes('text')) return 'text';
  return model.takes.includes('file') ? 'file' : 'neither';
};

/** What of the item the model reads; `undefined` when it has none of that. */
export const readOf = (
  { text, file }: { readonly text: string; readonly file: FileRecord | null },
  { reads }: { readonly reads: Reads },
): 'text' | 'file' | undefined => {
  const mayBe = (what: 'text' | 'file'): boolean => reads === undefined || reads === what;
  if (text !== '' && mayBe('text')) return 'text';
  return file !== null && mayBe('file') ? 'file' : undefined;
};

/** The revision at which somebody set what a model reads of an item, whatever came later; empty: it has none of that. */
export const contentRead = (
  { text_at, file_at }: Pick<Processing, 'text_at' | 'file_at'>,
  reads: Reads,
): string => {
  if (reads === 'neither') return '';
  if (reads === undefined) return text_at === '' ? file_at : text_at;
  return reads === 'text' ? text_at : file_at;
};

/** Whether one revision is later than another; an empty one is earlier than all. */
export const isLater = (one: string, other: string): boolean =>
  one !== '' && (other === '' || BigInt(one) > BigInt(other));
