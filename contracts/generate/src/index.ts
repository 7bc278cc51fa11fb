export { asyncApiDocument } from './asyncapi/document.js';
export { incompatibilities } from './events/compatibility.js';
export { eventSchema } from './events/schema.js';
export { type GeneratedFile, generatedFiles } from './files.js';
export { codesByStatus, codesOf } from './openapi/codes.js';
export { openApiDocument } from './openapi/document.js';
export { writeProducts } from './products.js';
export { jsonSchemaOf } from './schema.js';
export { violations } from './validate.js';
