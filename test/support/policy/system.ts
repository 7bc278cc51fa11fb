/** Cairn as the model asks it: in one process, or through its interface. */
import type { AssetKind } from './facts.js';

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

/** An asset by its kind and its id. */
export interface Named {
  readonly kind: AssetKind;
  readonly id: string;
}
/** An asset as somebody reads it, singly or in a list. */
export interface Shown {
  readonly id: string;
  readonly shared_with_me: boolean;
  readonly share_role?: string | undefined;
}

/** What narrows a list of assets. */
export interface ListQuery {
  readonly q?: string;
  readonly organization_id?: string;
  readonly project_id?: string;
  readonly shared_with_me?: boolean;
  readonly public?: boolean;
}
/** A list as it was answered; `total` is `X-Total-Count`. */
interface Listed {
  readonly shown: readonly Shown[];
  readonly total: number;
}

/** About whom it is asked what they may, and as of when, RFC 3339. */
interface About {
  readonly user_id?: string;
  readonly api_key_id?: string;
  readonly as_of?: string;
}
/** Who sees an asset: a person, a whole organization, or everybody. */
export interface Row {
  readonly id: string;
  readonly kind: 'person' | 'organization' | 'everybody';
  readonly actions: readonly string[];
}

/** People and keys are called by their ids. What is answered is what somebody would be told who asks after it. */
export interface System {
  /** Makes somebody, and acquaints them with somebody else when one is named: they are in an organization of theirs. */
  person(acquaintedWith?: string): Promise<string>;
  /** By a person or a key; `unauthenticated` when that is not let in. */
  call(who: string, call: Call): Promise<Told>;
  /** As an administrator of the installation. */
  administer(call: Call): Promise<Told>;
  /** Disables an account, or enables it again. */
  close(person: string, isClosed: boolean): Promise<void>;
  /** Takes a share by the token that was mailed for it. */
  accept(person: string, asset: Named, share: string): Promise<Told>;
  /** Whether a person or a key would be let in at all. */
  isLetIn(who: string): Promise<boolean>;
  /** As it is read singly; `undefined` when they are told that it is not there. */
  read(who: string, asset: Named): Promise<Shown | undefined>;
  /** What somebody may do to it, as `asking` is told; `undefined` when that is told that it is not there. */
  actions(asking: string, asset: Named, about: About): Promise<readonly string[] | undefined>;
  /** Who sees it, as a person is told who may share it; `undefined` for others. */
  whoSees(person: string, asset: Named): Promise<readonly Row[] | undefined>;
  list(who: string, kind: AssetKind, query: ListQuery): Promise<Listed>;
  /** How many assets of a kind somebody is told that a project has. */
  count(who: string, kind: AssetKind, project: string): Promise<number>;
  /** When something is told to have changed in who may what in an organization (RFC 3339); `undefined` for who may not ask. */
  review(person: string, organization: string): Promise<readonly string[] | undefined>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Lets time pass. */
  pass(ms: number): void;
}
