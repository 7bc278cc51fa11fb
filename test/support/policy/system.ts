/** Cairn as the model asks it: in one process, or through its interface. */

/** The operations that the model uses, by their ids in the contract. */
export interface Call {
  readonly operation: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: { readonly [field: string]: string | number | boolean | null | readonly string[] };
}

/** `done`, or the code of the refusal; `id` is of what was made. */
export interface Told {
  readonly code: string;
  readonly id: string;
}

/** What narrows a list of datasets. */
export interface ListQuery {
  readonly q?: string;
  readonly organization_id?: string;
  readonly shared_with_me?: boolean;
}

/** A list as it was answered; `total` is `X-Total-Count`. */
export interface Listed {
  readonly ids: readonly string[];
  readonly total: number;
}

/** People are called by their ids. What is answered is what somebody would be told who asks after it. */
export interface System {
  /** Makes somebody, and acquaints them with somebody else when one is named: they are in an organization of theirs. */
  person(acquaintedWith?: string): Promise<string>;
  call(person: string, call: Call): Promise<Told>;
  /** As an administrator of the installation. */
  administer(call: Call): Promise<Told>;
  /** Disables an account, or enables it again. */
  close(person: string, isClosed: boolean): Promise<void>;
  /** Whether somebody would be let in at all. */
  isLetIn(person: string): Promise<boolean>;
  /** What somebody may do to a dataset, as they read of it; `undefined` when they are told that it is not there. */
  actions(person: string, dataset: string): Promise<readonly string[] | undefined>;
  list(person: string, query: ListQuery): Promise<Listed>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Lets time pass. */
  pass(ms: number): void;
}
