import { type FieldError, pointerTo } from '@cairn/kernel';
import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';

/** Answers what is wrong with a value; `undefined` when nothing is. */
export type Check = (value: unknown) => readonly ErrorObject[] | undefined;

/** Bodies of more characters than this are told their first error only: each error costs memory (S11). */
const TOLD_WHOLE = 64_000;

/** Compiles schemas, each once, when it is first needed: a start does not pay for operations that nobody calls. */
export class Schemas {
  readonly #strict = ajvWith({ allErrors: false });
  readonly #telling = ajvWith({ allErrors: true });
  readonly #coercing = ajvWith({ allErrors: true, coerceTypes: true });

  /** For bodies; `size` is how long the body was. */
  body(schema: TSchema): (value: unknown, size: number) => readonly ErrorObject[] | undefined {
    const first = checkOf(() => this.#strict.compile(schema));
    const all = checkOf(() => this.#telling.compile(schema));
    return (value, size) => {
      const errors = first(value);
      return errors === undefined || size > TOLD_WHOLE ? errors : all(value);
    };
  }

  /** For paths: texts as they are. */
  path(schema: TSchema): Check {
    return checkOf(() => this.#strict.compile(schema));
  }

  /** For queries: texts become numbers and booleans where the schema says so, in place. */
  query(schema: object): Check {
    return checkOf(() => this.#coercing.compile(schema));
  }
}

/** Of any case, but no `urn:uuid:` before it: that names nothing here. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const FORMATS = { ...fullFormats, uuid: UUID };

/** The contract's specs hold its schemas against the schema of schemas: a start does not compile that to say so again. */
const ajvWith = (options: Options): Ajv =>
  new Ajv({ strict: false, validateSchema: false, meta: false, formats: FORMATS, ...options });

const checkOf = (compile: () => ValidateFunction): Check => {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= compile();
    return validate(value) ? undefined : (validate.errors ?? []);
  };
};

const MAX_ERRORS = 100;

/** As `errors[]` of a problem, with JSON pointers into the body. */
export const bodyErrors = (errors: readonly ErrorObject[]): readonly FieldError[] =>
  errors.slice(0, MAX_ERRORS).map((error) => ({
    pointer: pointerOf(error),
    code: error.keyword,
    message: error.message ?? 'is not valid',
  }));

const pointerOf = (error: ErrorObject): string => {
  const { missingProperty } = error.params as { readonly missingProperty?: string };
  return missingProperty === undefined ? error.instancePath : pointerTo(error.instancePath, missingProperty);
};

/** As `errors[]` of a problem, with names of parameters. */
export const parameterErrors = (errors: readonly ErrorObject[]): readonly FieldError[] =>
  errors.slice(0, MAX_ERRORS).map((error) => ({
    parameter: pointerOf(error).split('/')[1] ?? '',
    code: error.keyword,
    message: error.message ?? 'is not valid',
  }));
