export { compiledSchema } from './compiled.js';
export type { ContentSchema, UniqueKey } from './content-schema.js';
export type { EndLabels } from './edge-type.js';
export { schemaInForce, type SchemaInForce } from './in-force.js';
