import type { Operation } from '@cairn/contracts';
import type { Principal } from '@cairn/kernel';

/**
 * Whether a call is more than others may do: by an administrator's key that names the operation's own scope. A wildcard is
 * no name: nobody holds this right without having been given it.
 */
export const actsByScope = ({ administratorScope }: Operation, principal: Principal): boolean =>
  administratorScope !== undefined &&
  principal.kind === 'key' &&
  principal.administrator &&
  principal.scopes.includes(administratorScope);
