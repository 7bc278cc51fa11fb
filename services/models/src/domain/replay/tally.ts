import type { JsonObject, LeftOutReason, Replay } from '@cairn/contracts';

/** A difference as it stands in events: what was answered is sealed under the key of the inference. */
export interface SealedDifference {
  readonly inference_id: string;
  readonly sealed: string;
}

/** What a classification was and is answered with. */
export interface Labels {
  readonly before: string;
  readonly after: string;
}

/** What became of one inference. */
export type Outcome =
  | { readonly kind: 'left_out'; readonly reason: LeftOutReason }
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'compared';
      readonly agreed: boolean;
      /** Absent of what is no classification. */
      readonly labels?: Labels | undefined;
      /** Absent when they agreed, and of an inference that was deleted meanwhile. */
      readonly difference?: SealedDifference | undefined;
    };

interface CountedLabels extends Labels {
  agreed: number;
  count: number;
}

/** What a tally tells of a replay; the differences sealed. */
export type Counts = Pick<Replay, 'compared' | 'agreed' | 'failed' | 'agreement' | 'left_out' | 'labels'> & {
  readonly differences: readonly SealedDifference[];
};

/** A tally as a cursor keeps it. */
export interface KeptTally {
  readonly looked_at: number;
  readonly compared: number;
  readonly agreed: number;
  readonly failed: number;
  readonly left_out: Readonly<Record<LeftOutReason, number>>;
  readonly labels: readonly Readonly<CountedLabels>[];
  readonly differences: readonly SealedDifference[];
}

const NOTHING: KeptTally = {
  looked_at: 0,
  compared: 0,
  agreed: 0,
  failed: 0,
  left_out: { private: 0, without_input: 0, failed_before: 0, unreadable: 0 },
  labels: [],
  differences: [],
};

const MOST_DIFFERENCES = 100;

/** Counts what became of the inferences of a replay; it is bounded by how many there are. */
export class Tally {
  readonly #counts: { -readonly [Key in 'looked_at' | 'compared' | 'agreed' | 'failed']: number };
  readonly #leftOut: Record<LeftOutReason, number>;
  readonly #labels: Map<string, CountedLabels>;
  readonly #differences: SealedDifference[];

  /** `kept`: what another worker had counted. */
  constructor({ looked_at, compared, agreed, failed, left_out, labels, differences }: KeptTally = NOTHING) {
    this.#counts = { looked_at, compared, agreed, failed };
    this.#leftOut = { ...left_out };
    this.#labels = new Map(labels.map((one) => [keyOf(one), { ...one }]));
    this.#differences = [...differences];
  }

  get lookedAt(): number {
    return this.#counts.looked_at;
  }

  /** Whether a difference more is told. */
  get hasRoom(): boolean {
    return this.#differences.length < MOST_DIFFERENCES;
  }

  add(outcome: Outcome): void {
    this.#counts.looked_at += 1;
    if (outcome.kind === 'left_out') this.#leftOut[outcome.reason] += 1;
    else if (outcome.kind === 'failed') this.#counts.failed += 1;
    else this.#compared(outcome);
  }

  #compared({ agreed, labels, difference }: Extract<Outcome, { kind: 'compared' }>): void {
    const one = agreed ? 1 : 0;
    this.#counts.compared += 1;
    this.#counts.agreed += one;
    if (difference !== undefined && this.hasRoom) this.#differences.push(difference);
    if (labels === undefined) return;
    const counted = this.#labels.get(keyOf(labels)) ?? { ...labels, agreed: 0, count: 0 };
    this.#labels.set(keyOf(labels), {
      ...labels,
      agreed: counted.agreed + one,
      count: counted.count + 1,
    });
  }

  kept(): KeptTally & JsonObject {
    return {
      ...this.#counts,
      left_out: { ...this.#leftOut },
      labels: [...this.#labels.values()],
      differences: [...this.#differences],
    };
  }

  counts(): Counts & JsonObject {
    const { compared, agreed, failed } = this.#counts;
    return {
      ...{ compared, agreed, failed },
      ...(compared === 0 ? {} : { agreement: agreed / compared }),
      left_out: { ...this.#leftOut },
      labels: byLabel([...this.#labels.values()]),
      differences: [...this.#differences],
    };
  }
}

const keyOf = ({ before, after }: Labels): string => JSON.stringify([before, after]);

/** The answers to inputs of each label, as they were counted. */
const byLabel = (counted: readonly CountedLabels[]): Replay['labels'] => {
  const found = new Map<string, Replay['labels'][number]>();
  for (const { before: label, after, count, agreed } of counted) {
    const one = found.get(label) ?? { label, count: 0, agreed: 0, answers: [] };
    found.set(label, {
      label,
      count: one.count + count,
      agreed: one.agreed + agreed,
      answers: [...one.answers, { label: after, count }],
    });
  }
  return [...found.values()]
    .map((one) => ({ ...one, answers: one.answers.toSorted(mostFirst) }))
    .sort(mostFirst);
};

type Counted = { readonly label: string; readonly count: number };
const mostFirst = (one: Counted, other: Counted): number =>
  other.count - one.count || (one.label < other.label ? -1 : 1);
