import type { Static, TSchema } from '@sinclair/typebox';
import type { ErrorCode } from '../errors.js';
import type { PermissionName } from '../permissions.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: nobody's name is asked, any signed-in caller, a holder of the permission, or an administrator. */
export type OperationAccess = 'anonymous' | 'signed-in' | 'administrator' | PermissionName;

/** One of the answers of an operation. A reply without a schema has no body; `file` is a stream of bytes, beside a schema either. */
export interface Reply {
  readonly description: string;
  readonly schema?: TSchema;
  readonly file?: true;
}

/** How a list is paged, sorted and filtered (SPEC-lists). */
export interface ListBehaviour {
  /** Fields that `?sort=` takes, `-` before one reverses it. */
  readonly sort: readonly [string, ...string[]];
  /** What `?sort=` takes beside them: a prefix and a name that callers chose, of 200 characters at most. */
  readonly sortByName?: { readonly prefix: string; readonly description: string };
  /** The default order, `-created_at` say. */
  readonly defaultSort: string;
  /**
   * The fields that never change: beside `?as_of=` only these sort, as the list goes over today's rows. Absent where
   * the elements are sorted as they were then.
   */
  readonly lastingSort?: readonly string[];
  /** Query parameters that narrow the list, with their schemas. */
  readonly filters: Readonly<Record<string, TSchema>>;
  /** Filters may stand beside `?as_of=` and `?revision=`: the list finds the elements as they were then. */
  readonly pastFilters?: true;
}

/** What `?sort=` takes beside the fields, as a pattern; `undefined` where it is nothing. */
export const namedSortOf = ({ sortByName }: ListBehaviour): string | undefined =>
  sortByName && `^-?${sortByName.prefix}[\\s\\S]{1,200}$`;

/** What the gateway does around the handler, said as data so that it exists once. */
export interface OperationBehaviour {
  readonly list?: ListBehaviour;
  /** GET takes `?as_of=` and `?revision=`; lists that name no `stream`, and what says `as_of`, take that only. */
  readonly timeTravel?: true | 'as_of';
  /** The category of the stream that `?revision=` speaks of. Where that is taken. */
  readonly stream?: string;
  /** The parameter of the path by whose id that stream is asked for; the last one when absent. */
  readonly streamOf?: string;
  /** The list is of the events of one stream. */
  readonly history?: true;
  /** The answer carries an `ETag`; GET takes `If-None-Match`, writes take `If-Match`. */
  readonly etag?: true;
  /** A write whose answer is no resource and has no tag: `If-Match` is of the resource that it works in, or deletes. */
  readonly ifMatch?: true;
  /** The body is a file, as multipart or raw; `limit` names the limit of the configuration it is under. */
  readonly upload?: {
    readonly limit: 'logo' | 'itemFile' | 'archive' | 'modelAsset';
    /** Texts that a form may carry beside its files. */
    readonly fields?: readonly string[];
    /**
     * A form stands for the body, with a file or without one. Its fields are those of the body: texts as they are, JSON
     * where the schema of the field is not a string. Or the one field `FORM_BODY` has the whole body.
     */
    readonly form?: 'body';
    /** The body itself is the file, whatever its type: JSON of the schema, or so many bytes of it as the header says before others. */
    readonly head?: { readonly header: string; readonly schema: TSchema };
  };
  /** `default` where there is none. */
  readonly rateClass?: 'login' | 'anonymous' | 'default' | 'inference' | 'upload' | 'execute';
  /**
   * Takes the current password as `password` in its body, for who did not sign in just now. It is worked on beside those
   * who sign in, and one with a password counts in the rate of `login`.
   */
  readonly asksPassword?: true;
  /** Upkeep: it is unsafe and writes no event, so that its answer has no revision and no position. */
  readonly eventless?: true;
  /**
   * Is given a minute: it does as much as it is sent, rows that are durable each by itself, reads a file or a version
   * through, or deletes all that goes with what is deleted.
   */
  readonly takesLong?: true;
  /** May answer 202 with a place to look for progress. */
  readonly durableWork?: true;
  /** Takes `Prefer: wait=N`: answers when the work is over, where that is within so many seconds. */
  readonly waits?: true;
  /** What an administrator's key that names this scope may do beyond others; each use is told in the log (S42). */
  readonly administratorScope?: 'events:read';
  /** The answer says since when others see the history of what it shows them: `X-History-Visible-From`. */
  readonly showsHistory?: true;
  /** The answer tells what no query can tell again (a token, a key): it is given whole, with 202 when the read models lag. */
  readonly toldOnce?: true;
}

export interface Operation extends OperationBehaviour {
  /** Camel case, a verb and its subject: `createDataset`. Unique in the contract. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly method: Method;
  /** With `{name}` for parameters, as the specification writes it. */
  readonly path: string;
  readonly access: OperationAccess;
  readonly params?: TSchema;
  /** Query parameters beyond those that the behaviour brings. */
  readonly query?: TSchema;
  /**
   * The fields that a caller may set. Others in the body are dropped before the handler sees them (TRAP-14), and told
   * in `X-Ignored-Fields`; `Prefer: handling=strict` refuses them.
   */
  readonly body?: TSchema;
  readonly bodyOptional?: true;
  /** What a body may be at most: `smallBody` unless it says `configured`, the limits of the configuration. */
  readonly bodyLimit?: 'configured';
  readonly replies: Readonly<Record<number, Reply>>;
  /** Codes that this operation can answer beside those every operation can. */
  readonly errors?: readonly ErrorCode[];
  readonly example?: { readonly body?: unknown; readonly reply?: unknown };
}

/** Whether an operation takes `?revision=`. */
export const takesRevision = ({ timeTravel, list, stream }: OperationBehaviour): boolean =>
  timeTravel === true && (list === undefined || stream !== undefined);

/** The most that a JSON body is where its operation says nothing else: bytes, and values of any kind and keys in it (S11). */
export const smallBody = { bytes: 65_536, values: 1_000 } as const;

/** The field of a form that has the whole body as JSON (SPEC-workflow-execute). */
export const FORM_BODY = 'request';
/** The longest that `Prefer: wait=N` waits, seconds. */
export const LONGEST_WAIT_SECONDS = 30;

/** Declares an operation, keeping its literal types so that handlers and the client are typed by it. */
export const operation = <const Definition extends Operation>(definition: Definition): Definition =>
  definition;

type StaticOr<Schema, Otherwise> = Schema extends TSchema ? Static<Schema> : Otherwise;
type Member<Definition, Key extends string> =
  Definition extends Readonly<Record<Key, infer Value>> ? Value : undefined;

export type ParamsOf<Definition> = StaticOr<Member<Definition, 'params'>, Readonly<Record<string, never>>>;
export type QueryOf<Definition> = StaticOr<Member<Definition, 'query'>, Readonly<Record<string, never>>>;
export type BodyOf<Definition> = StaticOr<Member<Definition, 'body'>, undefined>;
/** The filters of a list that a caller sent; each may be absent. */
export type FiltersOf<Definition> = Definition extends {
  readonly list: { readonly filters: infer Filters extends Readonly<Record<string, TSchema>> };
}
  ? { readonly [Name in keyof Filters]?: Static<Filters[Name]> }
  : Readonly<Record<string, never>>;

type SuccessReply<Definition> = Definition extends { readonly replies: infer Replies }
  ? {
      [Status in keyof Replies]: Replies[Status] extends { readonly schema: infer Schema extends TSchema }
        ? Static<Schema>
        : undefined;
    }[keyof Replies]
  : never;
/** The body of a successful answer. */
export type ReplyOf<Definition> = SuccessReply<Definition>;
