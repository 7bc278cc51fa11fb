import { type SecretChanges, type SecretEvent, secretEvents } from '@cairn/contracts';
import { type Decision, type FieldError, type Refusal, refuse } from '@cairn/kernel';
import { notFound } from '../group/decisions.js';
import { hostErrors } from './hosts.js';
import type { Secret, SecretOwner, SecretState } from './state.js';

/** Which secret is meant; its id is derived from the other two. */
export interface SecretPlace {
  readonly id: string;
  readonly name: string;
  readonly owner: SecretOwner;
}

/** What is sent of it; the value is in the vault under its credential. */
export type SecretWish = Pick<SecretChanges, 'description' | 'hosts'> & { readonly credentialId?: string };

const missing = (what: 'hosts' | 'value'): FieldError => ({
  pointer: `/${what}`,
  code: 'required',
  message: 'is needed: there is no such secret yet',
});

/** Who does not know the value has it sent nowhere else. */
const unknownValue: FieldError = {
  pointer: '/value',
  code: 'required',
  message: 'is needed with a host that is new',
};

const withoutValue = (state: SecretState, hosts: readonly string[]): readonly FieldError[] => {
  if (state.kind === 'none') return [missing('value')];
  return hosts.some((host) => !state.hosts.includes(host)) ? [unknownValue] : [];
};

/** Why what is sent makes no secret: hosts that are none, a part that is missing while there is none, or the value with a new host. */
export const wishRefusal = (
  state: SecretState,
  { hosts, hasValue }: { readonly hosts?: readonly string[] | undefined; readonly hasValue: boolean },
): Refusal | undefined => {
  const isNew = state.kind === 'none';
  const errors = [
    ...hostErrors(hosts ?? []),
    ...(isNew && hosts === undefined ? [missing('hosts')] : []),
    ...(hasValue ? [] : withoutValue(state, hosts ?? [])),
  ];
  return errors.length === 0
    ? undefined
    : refuse('invalid_body', 'The secret cannot be kept like that.', errors);
};

export const decidePut = (
  state: SecretState,
  place: SecretPlace,
  wish: SecretWish,
): Decision<SecretEvent> => {
  const { hosts, credentialId } = wish;
  const refusal = wishRefusal(state, { hosts, hasValue: credentialId !== undefined });
  if (refusal !== undefined) return refusal;
  if (state.kind === 'secret') return changing(state, wish, place);
  return [made(place, { description: '', hosts: [], ...wish }, credentialId ?? '')];
};

const made = (
  { id, name, owner }: SecretPlace,
  { description, hosts }: Required<Pick<SecretWish, 'description' | 'hosts'>>,
  credential_id: string,
): SecretEvent => {
  const data = { id, name, description, hosts, credential_id };
  return 'userId' in owner
    ? secretEvents.SecretCreated.of({ ...data, user_id: owner.userId })
    : secretEvents.OrganizationSecretCreated.of({ ...data, organization_id: owner.organizationId });
};

/** Of what is sent; nothing where nothing is. */
const changing = (
  state: Secret,
  { description, hosts, credentialId }: SecretWish,
  { id, owner }: SecretPlace,
): readonly SecretEvent[] => {
  const changes = {
    ...(description === undefined ? {} : { description }),
    ...(hosts === undefined ? {} : { hosts }),
    ...(credentialId === undefined
      ? {}
      : { credential_id: credentialId, replaced_credential_id: state.credentialId }),
  };
  if (Object.keys(changes).length === 0) return [];
  return 'userId' in owner
    ? [secretEvents.SecretChanged.of({ id, user_id: owner.userId, ...changes })]
    : [secretEvents.OrganizationSecretChanged.of({ id, organization_id: owner.organizationId, ...changes })];
};

export const decideDeleteSecret = (state: SecretState): Decision<SecretEvent> =>
  state.kind === 'secret'
    ? [secretEvents.SecretDeleted.of({ id: state.id, credential_id: state.credentialId })]
    : notFound();
