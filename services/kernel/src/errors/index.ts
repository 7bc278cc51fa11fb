export { CairnError, isTransient, Unavailable } from './cairn-error.js';
