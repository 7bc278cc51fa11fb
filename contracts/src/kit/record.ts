import type { Static, TSchema, TUnsafe } from '@sinclair/typebox';
import type { CommandDefinition } from './command.js';
import type { EventDefinition, EventOf } from './event.js';
import type { Field, FieldPresence } from './fields.js';
import type { OperationAccess } from './operation.js';
import { recordCommandsOf } from './record/commands.js';
import { recordEventsOf, transitionsOf } from './record/events.js';
import { recordOperationsOf } from './record/operations.js';
import { recordSchemasOf } from './record/schemas.js';
import { capital, categoryOfEntity, nounWithArticle } from './record/words.js';
import type { StateDefinition } from './state.js';

/** What is said of a record, a plain resource: everything else of it follows from that. */
export interface RecordDescription {
  readonly area: string;
  /** In snake case: the second word of its events. */
  readonly entity: string;
  /** As the interface spells it: `PostProcessor`. Names of schemas, events and operations are made of it. */
  readonly title: string;
  /** Of several, in names of operations: `Histories`; `<title>s` when absent. */
  readonly plural?: string;
  readonly tag: string;
  /** Where several are, where one is; where it is changed, when that is elsewhere: without an id there, the body has it. */
  readonly paths: { readonly many: string; readonly one: string; readonly update?: string };
  readonly access: Readonly<Record<'read' | 'write' | 'delete', OperationAccess>>;
  readonly fields: Readonly<Record<string, Field>>;
  /** What happens to one beside being changed, in camel case: `versionActivated`. Its effects are said in the service. */
  readonly transitions?: Readonly<Record<string, Transition>>;
}

/** An event with a meaning of its own. */
export interface Transition {
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
/** As a caller makes one. */
export type RecordInput<D extends RecordDescription> = {
  readonly [Name in NameOf<D, 'required'>]: ValueOf<D, Name>;
} & { readonly [Name in NameOf<D, 'optional'>]?: ValueOf<D, Name> };
/** As a caller changes one; `null` clears what is optional. */
export type RecordChanges<D extends RecordDescription> = {
  readonly [Name in NameOf<D, 'required'>]?: ValueOf<D, Name>;
} & { readonly [Name in NameOf<D, 'optional'>]?: ValueOf<D, Name> | null };
/** As the interface shows one. */
export type RecordResource<D extends RecordDescription> = {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
} & RecordValues<D>;

type Named<D extends RecordDescription, Use extends 'sort' | 'filter' | 'words'> = {
  [Name in keyof Fields<D>]: Fields<D>[Name]['use'] extends Readonly<Record<Use, true>> ? Name : never;
}[keyof Fields<D>];
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

export type RecordOperations<D extends RecordDescription> = ReturnType<typeof recordOperationsOf<D>>;
export type RecordEvents<D extends RecordDescription> = ReturnType<typeof recordEventsOf<D>>;
export type RecordCommands<D extends RecordDescription> = ReturnType<typeof recordCommandsOf<D>>;
/** What is written in its streams. */
export type RecordEvent<D extends RecordDescription> =
  EventOf<RecordEvents<D>[keyof RecordEvents<D>]> | EventOf<TransitionEvents<D>[keyof TransitionEvents<D>]>;

/** The operations by their ids: what a file of operations exports. */
export type OperationsById<D extends RecordDescription> = {
  readonly [Kind in keyof RecordOperations<D> as RecordOperations<D>[Kind]['id']]: RecordOperations<D>[Kind];
};

/** The operations of a record under their ids. */
export const operationsById = <D extends RecordDescription>({
  operations,
}: RecordDefinition<D>): OperationsById<D> =>
  Object.fromEntries(Object.values(operations).map((each) => [each.id, each])) as OperationsById<D>;

/** The events of a record, by their names: those of a claim only where something of it is unique. */
export const recordEvents = ({
  description,
  events,
  transitions,
}: AnyRecord): Record<string, EventDefinition> => {
  const { claimAbandoned, ...others } = events;
  const all = [
    ...Object.values(others),
    ...(description.unique === undefined ? [] : [claimAbandoned]),
    ...Object.values(transitions),
  ];
  return Object.fromEntries(all.map((each) => [each.name, each]));
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

/** A record, and all that follows from what was said of it. */
export interface RecordDefinition<D extends RecordDescription> {
  readonly description: D & Fitting<D>;
  /** The name of its streams before the `-`. */
  readonly category: string;
  readonly resource: TUnsafe<RecordResource<D>>;
  readonly events: RecordEvents<D>;
  readonly transitions: TransitionEvents<D>;
  readonly operations: RecordOperations<D>;
  readonly commands: RecordCommands<D>;
  readonly state: StateDefinition<TUnsafe<RecordResource<D>>>;
}

/** What was said of whatever record. */
export interface AnyDescription extends RecordDescription {
  readonly example: Readonly<Record<string, unknown>>;
  readonly inside?: string;
  readonly unique?: readonly Unique[];
}

/** A record of whatever kind: what the kit's machinery works with. */
export interface AnyRecord {
  readonly description: AnyDescription;
  readonly category: string;
  readonly events: Readonly<Record<keyof RecordEvents<RecordDescription>, EventDefinition>>;
  readonly transitions: Readonly<Record<string, EventDefinition>>;
  readonly commands: Readonly<Record<keyof RecordCommands<RecordDescription>, CommandDefinition>>;
  readonly state: StateDefinition;
}

/** Names that documents of records, and what undoes their changes, have for themselves. */
const RESERVED = new Set(
  'id created_at updated_at deleted deleted_at purged status words revision q body'.split(' '),
);

/** Declares a record. Throws for a field whose name is taken. */
export const record = <const D extends RecordDescription>(
  description: D & Fitting<D>,
): RecordDefinition<D> => {
  const taken = Object.keys(description.fields).find((name) => RESERVED.has(name));
  if (taken !== undefined) throw new Error(`${description.title}: no field may be called ${taken}`);
  const schemas = recordSchemasOf<D>(description);
  const operations = recordOperationsOf<D>(description, schemas);
  return {
    description,
    category: categoryOfEntity(description.entity),
    resource: schemas.resource,
    events: recordEventsOf<D>(description),
    transitions: transitionsOf<D>(description),
    operations,
    commands: recordCommandsOf<D>(description, operations),
    state: {
      type: `${description.area}.${description.entity}.state.v1`,
      description: `${capital(nounWithArticle(description))} as it is now.`,
      schema: schemas.unnamed,
      example: schemas.example,
    },
  };
};
