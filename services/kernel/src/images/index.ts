export { imageSizeOf } from './image-size.js';
export type { ImageSize } from './image-header/messages.js';
