export { compiledSchema } from './compiled.js';
export type { ContentSchema } from './content-schema.js';
export type { EndLabels } from './edge-type.js';
export { schemaInForce, type SchemaInForce } from './in-force.js';
export { MOST_KEYS, type UniqueProperties } from './unique-key.js';
