import type { EventOf, RecordDescription, RecordValues, TransitionEvents } from '@cairn/contracts';
import type { Principal } from '../access/principal.js';
import type { Refusal } from '../base/refusal.js';
import type { Json } from '../base/json-value.js';
import type { QueryContext } from '../context/query-context.js';
import type { CommandContext } from '../context/command.js';

export type RecordAction = 'create' | 'update' | 'delete' | 'restore' | 'revert';
export type RecordPermission = 'read' | 'write' | 'delete';

/** What a record is to become, and was; absent where it is not there. */
export interface Becoming<D extends RecordDescription, Given> {
  readonly action: RecordAction;
  readonly next: RecordValues<D> | undefined;
  readonly before: RecordValues<D> | undefined;
  readonly given: Given;
}

/** What is asked of other streams for a decision: of a record that is there, or as it was sent. */
export interface Surrounded<D extends RecordDescription> {
  readonly context: CommandContext;
  readonly action: RecordAction;
  readonly id: string;
  readonly next: RecordValues<D> | undefined;
}

/** Who makes a record what it becomes, what that is but for its own fields, and what was asked of other streams for it. */
export interface Saved<D extends RecordDescription, Given> {
  readonly principal: Principal;
  readonly next: RecordValues<D>;
  readonly given: Given;
}

/** Fields of the server's own that follow who makes or changes a record; undoing leaves them to who undoes. */
export type OwnFields<D extends RecordDescription, Given> = {
  readonly [Name in keyof RecordValues<D>]?: (saved: Saved<D, Given>) => RecordValues<D>[Name];
};

/** Which fields the events of a record's own set: fold, documents and history follow from that. */
export type Effects<D extends RecordDescription> = {
  readonly [Name in keyof TransitionEvents<D>]: (
    data: EventOf<TransitionEvents<D>[Name]>['data'],
  ) => Partial<RecordValues<D>>;
};

/** The transition that undoes another, given the record before and after; `undefined`: it is not undone. */
export type Inverses<D extends RecordDescription> = {
  readonly [Name in keyof TransitionEvents<D>]?: (sides: {
    readonly before: RecordValues<D>;
    readonly after: RecordValues<D>;
  }) => EventOf<TransitionEvents<D>[keyof TransitionEvents<D>]> | undefined;
};

/** What records are in: they are there as long as it is (law 6), and rights to them are rights to it. */
export interface Parent {
  /** Why the caller may not do that in it now; `not_found` where they may not know of it. */
  refusal(
    this: void,
    context: CommandContext,
    id: string,
    permission: RecordPermission,
  ): Promise<Refusal | undefined>;
  /** Whether it is there for the reader, at the moment that is read. */
  isOpen(this: void, context: QueryContext, id: string, permission: RecordPermission): Promise<boolean>;
  /** Where its history begins for the reader; `undefined`: at the creation. */
  visibleSince?(this: void, context: QueryContext, id: string): Promise<string | undefined>;
  /** Of its documents, of which those say `purged` that were. */
  readonly collection: string;
  /** It is a record in something itself: no record is in it, for what goes with it goes one step alone. */
  readonly isInside?: true;
}

/** What is special about a record. */
export interface RecordRules<D extends RecordDescription, Given> {
  /** Counts up when fields, or their uses, change: the documents are made anew. */
  readonly version?: number;
  /** What it is in, where its definition says `inside`. */
  readonly parent?: Parent;
  /** Beside the access that the definition says; `values` are those of the record, where there is one. */
  readonly may?: (
    principal: Principal,
    permission: RecordPermission,
    values: RecordValues<D> | undefined,
  ) => Refusal | undefined;
  /** Fields that no body says and no event of its own: who saved it last, say. */
  readonly own?: OwnFields<D, Given>;
  /** What other streams say; asked again whenever the decision is made again. */
  readonly given?: (around: Surrounded<D>) => Promise<Given | Refusal>;
  /** The rules of its own. Pure. */
  readonly check?: (becoming: Becoming<D, Given>) => Refusal | undefined;
  readonly effects?: Effects<D>;
  readonly inverses?: Inverses<D>;
}

/** A save as the kit tells it. */
export type PlainSaved = Record<keyof Saved<RecordDescription, unknown>, unknown>;

/** The rules as the kit asks them: of fields by their names. */
export interface PlainRules {
  readonly parent: Parent | undefined;
  /** The names of its own fields, and what they are after a save. */
  readonly own: Readonly<Record<string, ((saved: PlainSaved) => Json) | undefined>>;
  may(
    this: void,
    principal: Principal,
    permission: RecordPermission,
    values: Readonly<Record<string, unknown>> | undefined,
  ): Refusal | undefined;
  given(
    this: void,
    around: Omit<Surrounded<RecordDescription>, 'next'> & { readonly next: unknown },
  ): Promise<unknown>;
  check(
    this: void,
    becoming: Record<keyof Becoming<RecordDescription, unknown>, unknown>,
  ): Refusal | undefined;
}
