import { type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import type { BodyOf, Operation, QueryOf } from './operation.js';

/** What the gateway, or another service, may tell a service to do. It crosses a process border in a cluster, so it is plain JSON. */
export interface CommandDefinition<Name extends string = string, Input extends TSchema = TSchema> {
  /** `<service>.<verb><Subject>`: `datasets.createDataset`. */
  readonly name: Name;
  readonly input: Input;
}

export type InputOf<Command> = Command extends CommandDefinition<string, infer Input> ? Static<Input> : never;

/** Declares a command. */
export const command = <const Name extends `${string}.${string}`, Input extends TSchema>(
  name: Name,
  input: Input,
): CommandDefinition<Name, Input> => ({ name, input });

type PathPart<Definition> = Definition extends { readonly params: infer Params extends TSchema }
  ? Static<Params>
  : unknown;
type BodyPart<Definition> = Definition extends { readonly body: TSchema }
  ? Definition extends { readonly bodyOptional: true }
    ? { readonly body?: BodyOf<Definition> }
    : { readonly body: BodyOf<Definition> }
  : unknown;

/** What an operation's command gets: the parameters of its path, and the body beside them. */
export type CommandInput<Definition> = PathPart<Definition> & BodyPart<Definition>;

/** Declares the command of a write, under its operation's id: the body is never spread over the ids of the path (S2). */
export const commandOf = <const Area extends string, const Definition extends Operation>(
  area: Area,
  definition: Definition,
): CommandDefinition<`${Area}.${Definition['id']}`, TUnsafe<CommandInput<Definition>>> => ({
  name: `${area}.${definition.id as Definition['id']}`,
  input: Type.Unsafe(Type.Object(inputOf(definition))),
});

const inputOf = ({ params, body, bodyOptional }: Operation): Readonly<Record<string, TSchema>> => ({
  ...(params?.['properties'] as Readonly<Record<string, TSchema>> | undefined),
  ...(body && { body: bodyOptional ? Type.Optional(body) : body }),
});

/** What the command of an operation gets whose query says how it is done, `?replace=true`. */
export type CommandInputWithQuery<Definition> = CommandInput<Definition> & {
  readonly query: QueryOf<Definition>;
};

/** As `commandOf`, with the query beside the body. */
export const commandWithQuery = <const Area extends string, const Definition extends Operation>(
  area: Area,
  definition: Definition,
): CommandDefinition<`${Area}.${Definition['id']}`, TUnsafe<CommandInputWithQuery<Definition>>> => ({
  name: `${area}.${definition.id as Definition['id']}`,
  input: Type.Unsafe(Type.Object({ ...inputOf(definition), query: definition.query ?? Type.Object({}) })),
});

type IsCommand<Definition> = Definition extends { readonly method: 'GET' } | { readonly upload: object }
  ? false
  : true;

/** The commands of an area by the id of their operation: of all of its writes but those that bring a file. */
export const commandsOf = <
  const Area extends string,
  const Operations extends Readonly<Record<string, Operation>>,
>(
  area: Area,
  operations: Operations,
) =>
  Object.fromEntries(
    Object.values<Operation>(operations)
      .filter(({ method, upload }) => method !== 'GET' && upload === undefined)
      .map((definition) => [definition.id, commandOf(area, definition)]),
  ) as {
    readonly [
      Id in keyof Operations as IsCommand<Operations[Id]> extends true ? Id : never
    ]: CommandDefinition<`${Area}.${Operations[Id]['id']}`, TUnsafe<CommandInput<Operations[Id]>>>;
  };
