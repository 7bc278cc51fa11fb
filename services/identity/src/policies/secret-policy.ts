import { type SecretEvent, secretEvents } from '@cairn/contracts';
import type { Policy, ServiceTools } from '@cairn/kernel';

/** Takes a value out of the vault once its secret is deleted, or has another one. */
export const secretPolicy = ({ vault }: Pick<ServiceTools, 'vault'>): Policy => ({
  name: 'identity.secrets',
  categories: ['secret'],
  events: [secretEvents.SecretChanged, secretEvents.OrganizationSecretChanged, secretEvents.SecretDeleted],
  react: async (seen) => {
    const removed = removedBy(seen.event as SecretEvent);
    if (removed !== undefined) await vault.removeCredential(removed);
  },
});

const removedBy = ({ type, data }: SecretEvent): string | undefined => {
  if (type === 'SecretDeleted') return data.credential_id;
  return 'replaced_credential_id' in data ? data.replaced_credential_id : undefined;
};
