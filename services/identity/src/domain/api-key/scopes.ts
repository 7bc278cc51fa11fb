import { partsOfPermission, permissionNames } from '@cairn/contracts';
import type { FieldError } from '@cairn/kernel';

const parts = permissionNames.map(partsOfPermission);
const resources = new Set(['*', ...parts.map(({ resource }) => resource)]);
const actions = new Set(['*', ...parts.map(({ action }) => action)]);

/** Scopes of which a half names nothing. They are compared as they stand: no case, no other alphabet is folded (S19). */
export const scopeErrors = (scopes: readonly string[]): readonly FieldError[] =>
  scopes.flatMap((scope, index) =>
    isKnown(scope)
      ? []
      : [
          {
            pointer: `/scopes/${index}`,
            code: 'scope_unknown',
            message: 'is no resource:action that exists',
          },
        ],
  );

const isKnown = (scope: string): boolean => {
  const [resource = '', action = '', ...more] = scope.split(':');
  return more.length === 0 && resources.has(resource) && actions.has(action);
};
