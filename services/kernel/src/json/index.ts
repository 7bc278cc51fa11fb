export { credentialIn } from './credential-in.js';
export { jsonInTurns } from './json-in-turns.js';
export { configText, credentialRefusal, jsonText } from './json-text.js';
export { JsonRefused, type JsonFlaw, type JsonFlawCode } from './json-refused.js';
export { partOf } from './part-of.js';
export { parseQuickly } from './quick-json.js';
export { isLonger } from './is-longer.js';
export { isReservedKey, textFlaw } from './rules.js';
export { type ExactJson, type JsonLimits, parseExactly, parseStrictly } from './strict-json.js';
