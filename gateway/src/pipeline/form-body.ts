import { FORM_BODY, type Operation } from '@cairn/contracts';
import { pointerTo } from '@cairn/kernel';
import type { TSchema } from '@sinclair/typebox';
import { parseStrictJson } from '../http/json/strict-json.js';
import { tooLarge } from '../http/request-body.js';
import { Problem } from '../problems/problem.js';
import type { Dependencies } from './dependencies.js';
import type { Exchange } from './exchange.js';
import { jsonBody, mostBytesOf, validBody, valuesLimits } from './json-body.js';
import type { Route } from './route.js';

type Fields = Readonly<Record<string, string>>;

/** The body that the fields of a form are, held against the same schema and bounds as JSON. */
export const formBody = (
  exchange: Exchange,
  route: Route,
  fields: Fields,
  dependencies: Dependencies,
): unknown => {
  const { [FORM_BODY]: whole, ...others } = fields;
  const size = Object.values(fields).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const maxBytes = mostBytesOf(route.operation, dependencies.limits);
  if (size > maxBytes) throw tooLarge(maxBytes);
  if (whole === undefined) return bodyOfFields(exchange, route, fields, size, dependencies);
  refuseBeside(Object.keys(others));
  return jsonBody(exchange, route, whole, dependencies);
};

const refuseBeside = (names: readonly string[]): void => {
  if (names.length === 0) return;
  const errors = names.map((name) => ({
    pointer: pointerTo('', name),
    code: 'field',
    message: `stands beside \`${FORM_BODY}\``,
  }));
  throw new Problem('invalid_body', `\`${FORM_BODY}\` is the whole body: no other field stands beside it.`, {
    errors,
  });
};

const bodyOfFields = (
  exchange: Exchange,
  route: Route,
  fields: Fields,
  size: number,
  dependencies: Dependencies,
): unknown => {
  const limits = valuesLimits(exchange, route, dependencies, size);
  const isJson = jsonFieldsOf(route.operation);
  let values = 0;
  const counted = (some: number): void => void (values += some);
  const read = (name: string, text: string) =>
    isJson(name)
      ? parseStrictJson(text, { depth: limits.depth - 1, values: limits.values - values, counted }, name)
      : text;
  const sent = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, read(name, text)]));
  limits.counted(values);
  return validBody(exchange, route, sent, size);
};

/** Whether a field of the body is JSON in a form: it is one of the schema, and no string. */
const jsonFieldsOf = ({ body }: Operation): ((name: string) => boolean) => {
  const properties = (body?.['properties'] ?? {}) as Readonly<Record<string, TSchema>>;
  return (name) => Object.hasOwn(properties, name) && properties[name]?.['type'] !== 'string';
};
