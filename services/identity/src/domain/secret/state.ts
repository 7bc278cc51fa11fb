import { type Personal, type SecretEvent, secretEvents } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

/** Whose a secret is. */
export type SecretOwner = { readonly userId: string } | { readonly organizationId: string };

export interface Secret {
  readonly kind: 'secret';
  readonly id: string;
  /** Of the two one is null. */
  readonly userId: string | null;
  readonly organizationId: string | null;
  /** A person's are encrypted as they are stored. */
  readonly name: Personal;
  readonly description: Personal;
  readonly hosts: readonly string[];
  readonly credentialId: string;
  /** Of the value that it was made with: it tells the command that made it. */
  readonly firstCredentialId: string;
}

export type SecretState = { readonly kind: 'none' } | Secret;

/** `secret-<id>`: the id is derived from the owner and the name, so that a name is there once (law 5). */
export const secret = aggregate<SecretState, SecretEvent>({
  category: 'secret',
  events: Object.values(secretEvents),
  stateVersion: 1,
  initial: { kind: 'none' },
  evolve: (state, event) => {
    switch (event.type) {
      case 'SecretCreated':
        return created(event.data, { userId: event.data.user_id, organizationId: null });
      case 'OrganizationSecretCreated':
        return created(event.data, { userId: null, organizationId: event.data.organization_id });
      case 'SecretChanged':
      case 'OrganizationSecretChanged':
        return state.kind === 'secret' ? changed(state, event.data) : state;
      case 'SecretDeleted':
        return { kind: 'none' };
    }
  },
});

type DataOf<Type extends SecretEvent['type']> = Extract<SecretEvent, { readonly type: Type }>['data'];

const created = (
  { id, name, description, hosts, credential_id }: DataOf<'SecretCreated' | 'OrganizationSecretCreated'>,
  owner: Pick<Secret, 'userId' | 'organizationId'>,
): Secret => ({
  ...{ kind: 'secret', id, ...owner, name, description, hosts },
  credentialId: credential_id,
  firstCredentialId: credential_id,
});

const changed = (
  state: Secret,
  { description, hosts, credential_id }: DataOf<'SecretChanged' | 'OrganizationSecretChanged'>,
): Secret => ({
  ...state,
  description: description ?? state.description,
  hosts: hosts ?? state.hosts,
  credentialId: credential_id ?? state.credentialId,
});
