export * from './format.js';
export { detectedFormats } from './detection.js';
export { formatNamed, formats } from './registry.js';
export { delivered, type Delivery } from './writing/delivery.js';
export { said } from './reading/fields.js';
export { recordsOf } from './reading/record-files.js';
export { baseName } from './reading/item-file.js';
