import type { AnswerOf, InputOf, QueryDefinition } from '@cairn/contracts';
import type { Json } from '../base/json-value.js';
import type { Refusal } from '../base/refusal.js';
import type { QueryContext } from './query-context.js';
import type { ServiceTools } from './service-tools.js';

/** What a query of another service gets beside its input: documents of today, read as the one for whom it is asked. */
export interface AnswerContext extends QueryContext {
  readonly tools: ServiceTools;
}

export interface ServiceQuery {
  readonly contract: QueryDefinition;
  handle(this: void, input: Json, context: AnswerContext): Promise<Json | Refusal>;
}

/** Declares what a service answers to a query of the contract. The input was validated; it changes nothing. */
export const serviceQuery = <Definition extends QueryDefinition>(
  contract: Definition,
  handle: (input: InputOf<Definition>, context: AnswerContext) => Promise<AnswerOf<Definition> | Refusal>,
): ServiceQuery => ({
  contract,
  handle: async (input, context) => (await handle(input as InputOf<Definition>, context)) as Json | Refusal,
});
