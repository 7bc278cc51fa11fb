import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Json } from './json.js';

const ajv = new Ajv2020({ strict: false, allErrors: true, addUsedSchema: false });
formats(ajv);

const sentence = ({ instancePath, message }: ErrorObject): string =>
  `${instancePath || '/'} ${message ?? 'is wrong'}`;

/** What is wrong with the data by the schema (JSON Schema 2020-12), a sentence each. Empty when nothing is. */
export const violations = (schema: Json, data: unknown): readonly string[] => {
  const check = ajv.compile(schema as object);
  return check(data) ? [] : (check.errors ?? []).map(sentence);
};
