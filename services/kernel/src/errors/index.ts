export { CairnError, Unavailable } from './cairn-error.js';
