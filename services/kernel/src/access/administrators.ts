import { type Refusal, refuse } from '../base/refusal.js';
import { type Principal, scopesCover } from './principal.js';

/** Why somebody may not see, or do, what is administrators' alone: no administrator, or a key without the scope. */
export const administratorRefused = (
  { administrator, scopes }: Principal,
  permission: 'admin:read' | 'admin:write' = 'admin:read',
): Refusal | undefined =>
  administrator && scopesCover(scopes, permission)
    ? undefined
    : refuse('administrator_required', 'Only administrators may do that.');
