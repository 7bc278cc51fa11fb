import type { Operation } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import type { AnyHandler } from './call/handler.js';

/**
 * Throws unless what is handled, what the contract has and what `openapi.json` tells are the same routes (S45). The
 * message lists every difference.
 */
export const refuseDrift = (
  handlers: readonly AnyHandler[],
  operations: readonly Operation[],
  openapi: { readonly [key: string]: Json },
): void => {
  const handled = handlers.map(({ operation }) => lineOf(operation));
  const contract = operations.map(lineOf);
  const told = toldBy(openapi);
  const differences = [
    ...twice(handled).map((line) => `handled twice: ${line}`),
    ...missing(contract, handled).map((line) => `in the contract and not handled: ${line}`),
    ...missing(handled, contract).map((line) => `handled and not in the contract: ${line}`),
    ...missing(contract, told).map((line) => `in the contract and not in openapi.json: ${line}`),
    ...missing(told, contract).map((line) => `in openapi.json and not in the contract: ${line}`),
  ];
  if (differences.length > 0)
    throw new Error(`the gateway does not serve its contract:\n${differences.join('\n')}`);
};

const lineOf = ({ id, method, path }: Operation): string => `${method} ${path} ${id}`;

const METHODS = ['get', 'post', 'put', 'delete', 'patch', 'head', 'options', 'trace'];

const toldBy = (openapi: { readonly [key: string]: Json }): readonly string[] =>
  Object.entries(
    (openapi['paths'] ?? {}) as Record<string, Record<string, { operationId?: string }>>,
  ).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(item, method)).map(
      (method) => `${method.toUpperCase()} ${path} ${item[method]?.operationId ?? ''}`,
    ),
  );

const missing = (wanted: readonly string[], there: readonly string[]): readonly string[] => {
  const known = new Set(there);
  return wanted.filter((line) => !known.has(line));
};

const twice = (lines: readonly string[]): readonly string[] =>
  lines.filter((line, index) => lines.indexOf(line) !== index);
