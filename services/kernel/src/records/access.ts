import type { AnyRecord, OperationAccess } from '@cairn/contracts';
import { type Principal, scopesCover } from '../access/principal.js';
import { type Refusal, refuse } from '../base/refusal.js';
import type { RecordPermission } from './rules.js';

/** The access that a definition says, as the gateway asks it: the service decides it again. */
export const accessRefused = (
  { description }: AnyRecord,
  principal: Principal,
  permission: RecordPermission,
): Refusal | undefined => {
  const access = description.access[permission];
  if (principal.kind === 'system' || access === 'anonymous') return undefined;
  if (principal.kind === 'anonymous') return refuse('unauthenticated', 'Sign in first.');
  if (access === 'administrator' && !principal.administrator)
    return refuse('administrator_required', 'Only administrators may do that.');
  const scope = scopeOf(access, permission);
  return scope === undefined || scopesCover(principal.scopes, scope)
    ? undefined
    : refuse('scope_missing', `The scope ${scope} is missing.`);
};

const scopeOf = (access: OperationAccess, permission: RecordPermission): string | undefined => {
  if (access === 'administrator') return permission === 'read' ? 'admin:read' : 'admin:write';
  return access === 'signed-in' ? undefined : access;
};
