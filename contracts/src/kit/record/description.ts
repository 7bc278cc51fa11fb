import type { Static, TSchema } from '@sinclair/typebox';
import type { EventDefinition } from '../event.js';
import type { ErrorCode } from '../../errors.js';
import type { Field, FieldPresence, FieldUse } from '../fields.js';
import type { OperationAccess } from '../operation.js';
import type { JsonText } from '../schemas.js';

/** What is said of a record, a plain resource: everything else of it follows from that. */
export interface RecordDescription {
  readonly area: string;
  /** In snake case: the second word of its events. */
  readonly entity: string;
  /** As the interface spells it: `PostProcessor`. Names of schemas, events and operations are made of it. */
  readonly title: string;
  /** In sentences: `post-processor`; the words of the title when absent. */
  readonly called?: string;
  /** Of several, in names of operations: `Histories`; `<title>s` when absent. */
  readonly plural?: string;
  readonly tag: string;
  /** Where several are, where one is; where it is changed, when that is elsewhere: without an id there, the body has it. */
  readonly paths: { readonly many: string; readonly one: string; readonly update?: string };
  readonly access: Readonly<Record<'read' | 'write' | 'delete', OperationAccess>>;
  readonly fields: Readonly<Record<string, Field>>;
  /** What is said of making and changing one, and with which codes its rules refuse that beside `invalid_body`. */
  readonly saving?: { readonly description: string; readonly errors: readonly ErrorCode[] };
  /** What happens to one beside being changed, in camel case: `versionActivated`. Its effects are said in the service. */
  readonly transitions?: Readonly<Record<string, Transition>>;
}

/** An event with a meaning of its own. */
interface Transition {
  readonly description: string;
  readonly schema: TSchema;
  readonly example: unknown;
}

type Fields<D extends RecordDescription> = D['fields'];
type NameOf<D extends RecordDescription, Presence extends FieldPresence> = {
  [Name in keyof Fields<D>]: Fields<D>[Name]['presence'] extends Presence ? Name : never;
}[keyof Fields<D>];
type ValueOf<D extends RecordDescription, Name extends keyof Fields<D>> = Static<Fields<D>[Name]['schema']>;

/** Its fields, all there. */
export type RecordValues<D extends RecordDescription> = {
  readonly [Name in keyof Fields<D>]: ValueOf<D, Name>;
};
/** The fields that are there in every event that makes one. */
export type RequiredValues<D extends RecordDescription> = {
  readonly [Name in NameOf<D, 'required'>]: ValueOf<D, Name>;
};

type Named<D extends RecordDescription, Use extends keyof FieldUse> = {
  [Name in keyof Fields<D>]: Fields<D>[Name]['use'] extends Readonly<Record<Use, true>> ? Name : never;
}[keyof Fields<D>];
/** As a caller may send a value: what is kept as JSON, as a value too. */
type SentOf<D extends RecordDescription, Name extends keyof Fields<D>> =
  Name extends Named<D, 'json'> ? Static<typeof JsonText> : ValueOf<D, Name>;
/** As a caller makes one. */
export type RecordInput<D extends RecordDescription> = {
  readonly [Name in NameOf<D, 'required'>]: SentOf<D, Name>;
} & { readonly [Name in NameOf<D, 'optional'>]?: SentOf<D, Name> };
/** As a caller changes one; `null` clears what is optional. */
type RecordChanges<D extends RecordDescription> = {
  readonly [Name in NameOf<D, 'required'>]?: SentOf<D, Name>;
} & { readonly [Name in NameOf<D, 'optional'>]?: SentOf<D, Name> | null };
// No interface: what is shown is JSON, by its fields.
type RecordMoments = {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
};
type Shown<D extends RecordDescription, Names extends keyof Fields<D>> = {
  readonly [Name in Exclude<Names, Named<D, 'leftOut'>>]: ValueOf<D, Name>;
} & { readonly [Name in Extract<Names, Named<D, 'leftOut'>>]?: ValueOf<D, Name> };
/** As the interface shows one. */
export type RecordResource<D extends RecordDescription> = RecordMoments & Shown<D, keyof Fields<D>>;
/** As other teams read one. */
export type RecordPublic<D extends RecordDescription> = RecordMoments &
  Shown<D, Exclude<keyof Fields<D>, Named<D, 'internal'>>>;

/** What a list of them is narrowed by. */
export type RecordFilters<D extends RecordDescription> = {
  readonly [Name in Named<D, 'filter'>]?: ValueOf<D, Name>;
} & { readonly deleted?: boolean; readonly q?: string };

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
/** The parameters of a path. */
export type PathParams<Path extends string> = { readonly [Name in ParamNames<Path>]: string };
/** Where one is changed. */
export type UpdatePath<D extends RecordDescription> = D['paths'] extends {
  readonly update: infer Path extends string;
}
  ? Path
  : D['paths']['one'];
/** What changes one: where the path has no id the body has it. */
export type UpdateBody<D extends RecordDescription> = RecordChanges<D> &
  ('id' extends ParamNames<UpdatePath<D>> ? unknown : { readonly id: string });
/** The name of several of them in that of their list. */
export type PluralOf<D extends RecordDescription> = D extends { readonly plural: infer Plural extends string }
  ? Plural
  : `${D['title']}s`;

type Transitions<D extends RecordDescription> = D extends {
  readonly transitions: infer Its extends Readonly<Record<string, Transition>>;
}
  ? Its
  : Readonly<Record<string, never>>;
type SchemaOf<Described> = Described extends { readonly schema: infer Schema extends TSchema }
  ? Schema
  : never;
/** The events of its transitions, by their names. */
export type TransitionEvents<D extends RecordDescription> = {
  readonly [Name in keyof Transitions<D> & string]: EventDefinition<
    `${D['title']}${Capitalize<Name>}`,
    SchemaOf<Transitions<D>[Name]>
  >;
};

/** A value that one live record only may have, among all or among those with the same value of another field. */
export interface Unique {
  readonly field: string;
  readonly within?: string;
}

/** What a description must fit beside its shape: the example has the types of the fields, what is named is a field. */
export interface Fitting<D extends RecordDescription> {
  readonly example: RecordValues<D>;
  /** A field of the server's own that names what it is in, by the parameter of its paths. */
  readonly inside?: NameOf<D, 'own'> & ParamNames<D['paths']['many']> & ParamNames<D['paths']['one']>;
  readonly unique?: readonly {
    readonly field: NameOf<D, 'required'> & string;
    readonly within?: keyof Fields<D> & string;
  }[];
}
