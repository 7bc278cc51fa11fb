import type { Static, TSchema } from '@sinclair/typebox';

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
