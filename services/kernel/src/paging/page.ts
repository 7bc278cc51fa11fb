/** One page of a list. */
export interface PageRequest {
  readonly limit: number;
  /** `-created_at`: a field, `-` for descending. */
  readonly sort: string;
  readonly after?: { readonly value: string | number | boolean | null; readonly id: string };
  /** `?count=exact`. */
  readonly countExactly?: boolean;
}

export interface Page<Element> {
  readonly elements: readonly Element[];
  /** Where the next page starts; absent on the last. */
  readonly next?: { readonly value: string | number | boolean | null; readonly id: string };
  readonly total: number;
  /** False when there are more than were counted. */
  readonly totalExact: boolean;
}

/** Lists count exactly up to here (SPEC-lists). */
export const COUNT_LIMIT = 10_000;
