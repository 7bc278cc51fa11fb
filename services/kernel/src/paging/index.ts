export type * from './documents-reader.js';
export * from './page.js';
export * from './conditions.js';
export * from './paging.js';
export { PlaceUnknown } from './sealed-place.js';
