import { isMap, type Json, type JsonMap, textAt } from '../json.js';
import type { Components } from './components.js';

type Change = (operationId: string, status: string, reply: JsonMap) => JsonMap;

const mapOf = (map: JsonMap, change: (value: JsonMap, key: string) => Json): JsonMap =>
  Object.fromEntries(
    Object.entries(map).map(([key, value]) => [key, isMap(value) ? change(value, key) : value]),
  );

const withReplies = (paths: JsonMap, change: Change): JsonMap =>
  mapOf(paths, (methods) =>
    mapOf(methods, (operation) => ({
      ...operation,
      responses: mapOf(operation['responses'] as JsonMap, (reply, status) =>
        change(textAt(operation, 'operationId'), status, reply),
      ),
    })),
  );

/**
 * The paths with each reply that is said more than once replaced by a reference. It is named after the first operation that
 * says it: `createDataset.202`.
 */
export const withSharedReplies = (paths: JsonMap, components: Components): JsonMap => {
  const said = new Map<string, number>();
  withReplies(paths, (_, __, reply) => {
    const text = JSON.stringify(reply);
    said.set(text, (said.get(text) ?? 0) + 1);
    return reply;
  });
  const shared = new Map<string, JsonMap>();
  return withReplies(paths, (operationId, status, reply) => {
    const text = JSON.stringify(reply);
    if ('$ref' in reply || said.get(text) === 1) return reply;
    const known = shared.get(text) ?? components.respond(`${operationId}.${status}`, reply);
    shared.set(text, known);
    return known;
  });
};
