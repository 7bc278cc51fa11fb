import { type UserEvent, userEvents } from '@cairn/contracts';
import { type Change, type Document, projection } from '@cairn/kernel';
import { openedText } from '../text-of.js';

export const USERS = 'identity_users';

/** Accounts as their own people see them. No secret is in any event, so none can be here (S7). */
export const users = projection<UserEvent>({
  name: 'identity.users',
  version: 2,
  collections: [
    { name: USERS, indexes: [{ kind: 'compound', fields: ['is_system_admin', 'disabled', 'created_at'] }] },
  ],
  events: Object.values(userEvents),
  project: (event, { id, at, revision }) => {
    const stamp: Fields = { updated_at: at, revision: revision.toString() };
    if (event.type === 'UserRegistered')
      return [
        { kind: 'put', collection: USERS, document: { ...documentOf(event.data), ...stamp, created_at: at } },
      ];
    const fields = changedBy(event);
    const changes: Change[] = [{ kind: 'patch', collection: USERS, id, fields: { ...fields, ...stamp } }];
    const by = countsOf(event);
    return by === undefined ? changes : [...changes, { kind: 'increment', collection: USERS, id, by }];
  },
});

type Fields = Record<string, string | number | boolean | undefined>;
type Registered = Extract<UserEvent, { readonly type: 'UserRegistered' }>['data'];
type ProfileChanged = Extract<UserEvent, { readonly type: 'UserProfileChanged' }>['data'];

const documentOf = (data: Registered): Document => ({
  id: data.id,
  username: openedText(data.username),
  email: openedText(data.email),
  name: openedText(data.name),
  firstname: openedText(data.firstname),
  is_system_admin: data.is_system_admin,
  disabled: false,
  epoch: 0,
  key_epoch: 0,
});

const profileOf = ({ username, email, name, firstname }: ProfileChanged): Fields => ({
  ...(username === undefined ? {} : { username: openedText(username) }),
  ...(email === undefined ? {} : { email: openedText(email), reset_token_expiration: undefined }),
  ...(name === undefined ? {} : { name: openedText(name) }),
  ...(firstname === undefined ? {} : { firstname: openedText(firstname) }),
});

/** What an erased account shows (decisions, section 7, point 13). */
const BLANK: Fields = {
  username: '',
  email: '',
  name: '',
  firstname: '',
  is_system_admin: false,
  disabled: true,
  reset_token_expiration: undefined,
};

const changedBy = (event: Exclude<UserEvent, { readonly type: 'UserRegistered' }>): Fields => {
  switch (event.type) {
    case 'UserProfileChanged':
      return profileOf(event.data);
    case 'PasswordResetRequested':
      return { reset_token_expiration: event.data.expires_at };
    case 'UserDisabled':
      return { disabled: true };
    case 'UserEnabled':
      return { disabled: false };
    case 'UserErased':
      return BLANK;
    case 'ClaimAbandoned':
      return {};
    default:
      return { reset_token_expiration: undefined };
  }
};

/** The account's epochs: whether the sessions that began before are over, and the keys that were made before. */
const countsOf = (event: UserEvent): Readonly<Record<string, number>> | undefined => {
  switch (event.type) {
    case 'UserPasswordChanged':
    case 'PasswordResetCompleted':
      return event.data.api_keys_revoked === true ? { epoch: 1, key_epoch: 1 } : { epoch: 1 };
    case 'UserSessionsRevoked':
    case 'UserDisabled':
      return { epoch: 1 };
    default:
      return undefined;
  }
};
