/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonMap;

/** A JSON object. */
export interface JsonMap {
  readonly [key: string]: Json;
}

/** Whether a value is a JSON object. */
export const isMap = (value: unknown): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as plain JSON: symbols and `undefined` are gone. */
export const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

/** The value as a file's text. */
export const textOf = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`;

/** The text under a key; empty when none is there. */
export const textAt = (map: JsonMap, key: string): string => {
  const found = map[key];
  return typeof found === 'string' ? found : '';
};
