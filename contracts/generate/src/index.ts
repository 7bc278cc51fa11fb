export { openApiDocument } from './openapi/document.js';
export { writeProducts } from './products.js';
export { jsonSchemaOf } from './schema.js';
export { violations } from './validate.js';
