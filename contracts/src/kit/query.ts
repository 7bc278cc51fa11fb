import type { Static, TSchema } from '@sinclair/typebox';

/** What a service lets other services ask. Question and answer cross a process border in a cluster: plain JSON. */
export interface QueryDefinition<
  Name extends string = string,
  Input extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
> {
  /** `<service>.<what is asked for>`: `models.applicationById`. */
  readonly name: Name;
  readonly input: Input;
  /** A page at most; what is large is named by its blob. */
  readonly answer: Answer;
}

export type AnswerOf<Query> =
  Query extends QueryDefinition<string, TSchema, infer Answer> ? Static<Answer> : never;

/** Declares a query. */
export const query = <
  const Name extends `${string}.${string}`,
  Input extends TSchema,
  Answer extends TSchema,
>(
  name: Name,
  input: Input,
  answer: Answer,
): QueryDefinition<Name, Input, Answer> => ({ name, input, answer });
