import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ValidateFunction } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { type Refusal, refuse } from '../base/refusal.js';
import type { Json } from '../base/json-value.js';

/** What is declared by a contract: a command, a query. */
interface Declared {
  readonly contract: { readonly name: string; readonly input: TSchema };
}

/** A command or a query of a service with the check of its input. */
export interface Known<Handler extends Declared> {
  readonly handler: Handler;
  /** Why the input is not what it takes; `undefined` when it is. */
  refusal(this: void, input: Json): Refusal | undefined;
}

/** Schemas of contracts are right when they are written: a start does not compile the schema of schemas to say so again. */
const OWN_SCHEMAS = { strict: false, validateSchema: false, meta: false };

/** By name. Each schema is compiled when it is first needed: a start does not pay for all. */
export const knownHandlers = <Handler extends Declared>(
  handlers: readonly Handler[],
): ReadonlyMap<string, Known<Handler>> => {
  const ajv = new Ajv({ ...OWN_SCHEMAS, allErrors: false, formats: fullFormats });
  const known = (handler: Handler): Known<Handler> => {
    let validate: ValidateFunction | undefined;
    const refusal = (input: Json): Refusal | undefined => {
      validate ??= ajv.compile(handler.contract.input);
      return validate(input) ? undefined : invalid(validate);
    };
    return { handler, refusal };
  };
  return new Map(handlers.map((handler) => [handler.contract.name, known(handler)]));
};

const invalid = (validate: ValidateFunction): Refusal =>
  refuse(
    'invalid_body',
    'The command or the query does not have the shape it needs.',
    (validate.errors ?? []).map((error) => ({
      pointer: error.instancePath,
      code: error.keyword,
      message: error.message ?? 'is invalid',
    })),
  );
