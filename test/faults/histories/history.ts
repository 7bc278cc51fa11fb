/**
 * From when to when an operation lasted. Moments are numbers of one clock that no two have in common; an operation of
 * which nobody knows how it ended may still have its effect: it lasts for ever.
 */
interface Span {
  readonly invoked: number;
  readonly answered: number;
}

/** What a client knows of a write. */
export type Outcome =
  | {
      readonly status: 'done';
      /** It was answered as one that everybody can read (200 or 201 and not 202). */
      readonly isReadable: boolean;
      readonly revision: number;
      readonly position: string;
    }
  | {
      readonly status: 'refused';
      readonly because: 'precondition' | 'conflict';
      /** The revision that was told to be the current one. */
      readonly current?: number;
    }
  | { readonly status: 'unknown' };

interface Effect extends Span {
  /** Id of the resource. */
  readonly resource: string;
  /** What is written; no two writes have the same. */
  readonly marker: string;
  readonly outcome: Outcome;
}

/** A new value of a resource. */
export interface Write extends Effect {
  readonly kind: 'write';
  /** The revision that `If-Match` named; it was learned from an answer. */
  readonly expected?: number;
}

/** An element more in a list. */
export interface Creation extends Effect {
  readonly kind: 'creation';
}

interface Look extends Span {
  readonly resource: string;
  /** The position that the read asked to be no older than. */
  readonly atLeast?: string;
}

/** What somebody saw of a resource. */
export interface Read extends Look {
  readonly kind: 'read';
  readonly revision: number;
  /** Absent when only the revision was told. */
  readonly marker?: string;
}

/** What somebody saw of a list. */
export interface Listing extends Look {
  readonly kind: 'listing';
  readonly markers: readonly string[];
  readonly total: number;
}

export type Operation = Write | Creation | Read | Listing;

/** One change of a resource as its history tells it. The first is not by an operation of this history. */
export interface Logged {
  readonly resource: string;
  readonly revision: number;
  readonly position: string;
  readonly marker: string;
}

export interface History {
  readonly operations: readonly Operation[];
  /** In the order in which it was told. */
  readonly logged: readonly Logged[];
}

export const ofKind = <Kind extends Operation['kind']>(
  operations: readonly Operation[],
  kind: Kind,
): readonly Extract<Operation, { readonly kind: Kind }>[] =>
  operations.filter(
    (operation): operation is Extract<Operation, { readonly kind: Kind }> => operation.kind === kind,
  );
