export { CairnError, isTransient, OutcomeUnknown, Unavailable } from './cairn-error.js';
