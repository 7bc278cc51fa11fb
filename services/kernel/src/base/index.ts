export type { Json } from './json-value.js';
export * from './position.js';
export * from './refusal.js';
export { pointedTo, pointerTo } from './pointer.js';
