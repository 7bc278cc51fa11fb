import type { DatasetItemEvent, FileRecord, LeftAnswers } from '@cairn/contracts';

type DataOf<Type extends DatasetItemEvent['type']> = Extract<DatasetItemEvent, { type: Type }>['data'];

/** What a post-processor did when it worked on an item last. */
export interface ProcessedBy {
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

export const newProcessing = ({ text, file }: DataOf<'ItemCreated'>): Processing => ({
  text_at: text === '' ? '' : '0',
  file_at: file === undefined ? '' : '0',
  text_by: '',
  by: {},
  untouched: {},
});

export const textSet = (before: Processing, text: string | undefined, revision: bigint): Processing =>
  text === undefined ? before : { ...before, text_by: '', text_at: text === '' ? '' : revision.toString() };

export const fileSet = (before: Processing, file: FileRecord | null, revision: bigint): Processing => ({
  ...before,
  file_at: file === null ? '' : revision.toString(),
});

export const annotationsTouched = (
  before: Processing,
  { added, changed, removed }: DataOf<'ItemAnnotated'>,
): Processing => {
  const written = added.filter(({ source }) => source === 'post_processor');
  const touched = new Set([...changed.map(({ id }) => id), ...removed]);
  if (written.length === 0 && !Object.keys(before.untouched).some((id) => touched.has(id))) return before;
  const kept = Object.keys(before.untouched).filter((id) => !touched.has(id));
  const ids = [...kept, ...written.map(({ id }) => id)];
  return { ...before, untouched: Object.fromEntries(ids.map((id) => [id, true] as const)) };
};

export const processed = (before: Processing, data: DataOf<'ItemProcessed'>): Processing => {
  const { post_processor_id: id, job_id, content, outcome, applied, left, wrote_text = false } = data;
  const ever = wrote_text || before.by[id]?.wrote_text === true;
  const by = { ...before.by, [id]: { job_id, content, outcome, applied, left, wrote_text: ever } };
  return { ...before, by, ...(wrote_text ? { text_by: id, text_at: content } : {}) };
};

/** What jobs are about: the revision at which a person set the text or the file last; empty: there is neither. */
export const contentOf = ({ text_at, file_at }: Pick<Processing, 'text_at' | 'file_at'>): string =>
  isLater(text_at, file_at) ? text_at : file_at;

/** Whether one revision is later than another; an empty one is earlier than all. */
export const isLater = (one: string, other: string): boolean =>
  one !== '' && (other === '' || BigInt(one) > BigInt(other));
