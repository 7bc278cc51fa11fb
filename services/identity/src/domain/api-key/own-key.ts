import { type Principal, type Refusal, refuse } from '@cairn/kernel';
import type { ApiKey, ApiKeyState } from './state.js';

/** The key if it is the caller's own and was not deleted; Cairn itself reaches any. */
export const ownKey = (state: ApiKeyState, principal: Principal): ApiKey | Refusal =>
  state.kind === 'key' && (principal.kind === 'system' || state.userId === principal.userId)
    ? state
    : refuse('not_found', 'There is no such API key.');

export const keysAreForPeople = (): Refusal =>
  refuse('key_cannot_make_keys', 'An API key cannot create or change API keys.');
