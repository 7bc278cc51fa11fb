import { type Operation, smallBody } from '@cairn/contracts';
import { anonymous, type Json, type JsonLimits } from '@cairn/kernel';
import { parseStrictJson } from '../http/json/strict-json.js';
import type { Limits } from '../options/options.js';
import { Problem } from '../problems/problem.js';
import { sharerOf } from './caller.js';
import type { Dependencies } from './dependencies.js';
import type { Exchange } from './exchange.js';
import type { Route } from './route.js';
import { ignoredFields, tellIgnored } from './validation/ignored-fields.js';
import { bodyErrors } from './validation/schemas.js';

/** What a value counts for at least in what bodies may take: an empty object takes twice as much to hold, a number a third. */
const VALUE_BYTES = 24;

/** What room a body of the operation is held in. */
export const kindOf = ({ bodyLimit }: Operation) => (bodyLimit === undefined ? 'smallBodies' : 'largeBodies');
const SMALL: Pick<Limits, 'jsonBytes' | 'jsonValues'> = {
  jsonBytes: smallBody.bytes,
  jsonValues: smallBody.values,
};
const mostOf = ({ bodyLimit }: Operation, limits: Limits): typeof SMALL =>
  bodyLimit === undefined ? SMALL : limits;

/** The most bytes that a body of the operation may have. */
export const mostBytesOf = (operation: Operation, limits: Limits): number =>
  Math.min(mostOf(operation, limits).jsonBytes, limits.jsonBytes);

/** What a text of so many characters may hold, and what its values take. */
export const valuesLimits = (
  { holdings, principal = anonymous, ip }: Exchange,
  { operation }: Route,
  { limits }: Dependencies,
  size: number,
) =>
  ({
    depth: limits.jsonDepth,
    values: Math.min(mostOf(operation, limits).jsonValues, limits.jsonValues),
    counted: (values: number): void =>
      holdings.take(kindOf(operation), sharerOf(principal, ip), Math.max(0, values * VALUE_BYTES - size)),
  }) satisfies JsonLimits;

/** The body that a JSON text is, validated. */
export const jsonBody = (
  exchange: Exchange,
  route: Route,
  text: string,
  dependencies: Dependencies,
): unknown => {
  const parsed = parseStrictJson(text, valuesLimits(exchange, route, dependencies, text.length));
  return validBody(exchange, route, parsed, text.length);
};

/** What came as so many characters, without what the operation does not take. Throws `invalid_body` when it is not valid. */
export const validBody = (exchange: Exchange, route: Route, sent: Json, size: number): unknown => {
  exchange.echo = route.handler.refusalBody?.echo(sent);
  const body = route.prune(sent);
  tellIgnored(exchange, ignoredFields(sent, body));
  const wrong = route.checkBody?.(body, size);
  if (wrong === undefined) return body;
  throw new Problem('invalid_body', undefined, { errors: bodyErrors(wrong) });
};
