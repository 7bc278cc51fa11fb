import { type Refusal, refuse } from '../domain/refusal.js';
import { type Principal, scopesCover } from './principal.js';

/** Why somebody may not see what is shown to administrators alone: no administrator, or a key without the scope. */
export const administratorRefused = ({ administrator, scopes }: Principal): Refusal | undefined =>
  administrator && scopesCover(scopes, 'admin:read')
    ? undefined
    : refuse('administrator_required', 'Only administrators may do that.');
