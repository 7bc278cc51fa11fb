import type { CommandContext } from '@cairn/kernel';
import type { KnownModel } from '../../domain/model/state.js';

/** The organization of a model when the person is a member of it; else empty: what strangers ask is theirs alone. */
export const memberOrganization = async (
  { principal, tools }: Pick<CommandContext, 'principal' | 'tools'>,
  { organization_id: id }: Pick<KnownModel, 'organization_id'>,
): Promise<string> => {
  if (id === null) return '';
  const held = await tools.rights.inGroup(principal.userId, { kind: 'organization', id });
  return held.length === 0 ? '' : id;
};
