import { identityCommands, operations, type ParamsOf } from '@cairn/contracts';
import { organizationSecret, organizationSecrets, ownSecret, ownSecrets, secretIdOf } from '@cairn/identity';
import type { Answer } from '../../call/answer.js';
import type { Call } from '../../call/call.js';
import { listBy, resource } from '../resource.js';

type Named = ParamsOf<typeof operations.getSecret>;
type OfOrganization = ParamsOf<typeof operations.getOrganizationSecret>;

const own = resource({
  path: operations.getSecret.path,
  commands: identityCommands,
  idOf: ({ name }: Named, { principal, edge }) => secretIdOf(edge.vault, principal, name),
  read: (context, { name }: Named, _, { vault }) => ownSecret(context, vault, name),
});
const ofOrganization = resource({
  path: operations.getOrganizationSecret.path,
  commands: identityCommands,
  idOf: ({ id, name }: OfOrganization, { edge }) => secretIdOf(edge.vault, { organizationId: id }, name),
  read: (context, path: OfOrganization, _, { vault }) => organizationSecret(context, vault, path),
});

/** 201 when the command made it, as it tells itself. */
const madeAt =
  <Path extends object>(at: (path: Path) => { readonly location: string }) =>
  async (
    answer: Answer,
    _context: unknown,
    _id: string,
    { params, written }: Pick<Call, 'written'> & { readonly params: Path },
  ): Promise<Answer> => {
    const { made } = (written?.result ?? {}) as { readonly made?: boolean };
    return answer.kind === 'resource' && made === true
      ? { ...answer, status: 201, location: at(params).location }
      : answer;
  };

export const listSecrets = listBy(operations.listSecrets, (context, _, page) => ownSecrets(context, page));
export const getSecret = own.get(operations.getSecret);
export const putSecret = own.update(operations.putSecret, { answer: madeAt(own.at) });
export const deleteSecret = own.remove(operations.deleteSecret, { readBefore: true });

export const listOrganizationSecrets = listBy(operations.listOrganizationSecrets, (context, { id }, page) =>
  organizationSecrets(context, id, page),
);
export const getOrganizationSecret = ofOrganization.get(operations.getOrganizationSecret);
export const putOrganizationSecret = ofOrganization.update(operations.putOrganizationSecret, {
  answer: madeAt(ofOrganization.at),
});
export const deleteOrganizationSecret = ofOrganization.remove(operations.deleteOrganizationSecret, {
  readBefore: true,
});
