export * from './port.js';
export { openMailFolder } from './folder/mail-folder.js';
