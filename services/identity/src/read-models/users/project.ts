import { type UserEvent, userEvents } from '@cairn/contracts';
import { type Change, type Document, foldWords, type Json, projection } from '@cairn/kernel';
import { openedText } from '../text-of.js';

export const USERS = 'identity_users';

/** Accounts as their own people and administrators see them. No secret is in any event, so none can be here (S7). */
export const users = projection<UserEvent>({
  name: 'identity.users',
  version: 6,
  collections: [
    {
      name: USERS,
      indexes: [
        { kind: 'compound', fields: ['erased', 'created_at'] },
        { kind: 'compound', fields: ['erased', 'username'] },
        { kind: 'compound', fields: ['erased', 'disabled', 'created_at'] },
        { kind: 'compound', fields: ['erased', 'is_system_admin', 'disabled', 'created_at'] },
        { kind: 'words', field: 'words' },
      ],
    },
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

type Fields = Record<string, Json | undefined>;
type Registered = Extract<UserEvent, { readonly type: 'UserRegistered' }>['data'];
type ProfileChanged = Extract<UserEvent, { readonly type: 'UserProfileChanged' }>['data'];

const documentOf = (data: Registered): Document => ({
  id: data.id,
  username: openedText(data.username),
  email: openedText(data.email),
  name: openedText(data.name),
  firstname: openedText(data.firstname),
  address_key: data.held_email.reservation_id,
  is_system_admin: data.is_system_admin,
  email_verified: false,
  disabled: false,
  erased: false,
  words: foldWords([data.username, data.email, data.name, data.firstname].map(openedText)),
  epoch: 0,
  key_epoch: 0,
  password_epoch: 0,
});

const profileOf = ({
  username,
  email,
  held_email,
  name,
  firstname,
  address_changed,
  all_names,
}: ProfileChanged): Fields => ({
  ...(all_names === undefined ? {} : { words: foldWords([openedText(all_names)]) }),
  ...(address_changed === true ? { email_verified: false } : {}),
  ...(held_email === undefined ? {} : { address_key: held_email.reservation_id }),
  ...(username === undefined ? {} : { username: openedText(username) }),
  ...(email === undefined ? {} : { email: openedText(email), reset_token_expiration: undefined }),
  ...(name === undefined ? {} : { name: openedText(name) }),
  ...(firstname === undefined ? {} : { firstname: openedText(firstname) }),
});

/** What an erased account shows (SPEC-13). */
const BLANK: Fields = {
  username: '',
  email: '',
  address_key: undefined,
  name: '',
  firstname: '',
  is_system_admin: false,
  disabled: true,
  erased: true,
  words: [],
  email_verified: false,
  reset_token_expiration: undefined,
};

/** What events without data of their own say; of most others that no link to reset the password is open. */
const SAID: Readonly<Partial<Record<UserEvent['type'], Fields>>> = {
  EmailVerified: { email_verified: true },
  EmailVerificationRequested: {},
  UserDisabled: { disabled: true },
  UserEnabled: { disabled: false },
  UserAdministrationGranted: { is_system_admin: true },
  UserAdministrationWithdrawn: { is_system_admin: false },
  UserErased: BLANK,
  ClaimAbandoned: {},
};

const changedBy = (event: Exclude<UserEvent, { readonly type: 'UserRegistered' }>): Fields => {
  if (event.type === 'UserProfileChanged') return profileOf(event.data);
  if (event.type === 'PasswordResetRequested') return { reset_token_expiration: event.data.expires_at };
  return SAID[event.type] ?? { reset_token_expiration: undefined };
};

/** The account's epochs: whether sessions, keys and trusted devices of before are over. */
const countsOf = (event: UserEvent): Readonly<Record<string, number>> | undefined => {
  switch (event.type) {
    case 'UserPasswordChanged':
    case 'PasswordResetCompleted':
      return {
        epoch: 1,
        password_epoch: 1,
        ...(event.data.api_keys_revoked === true ? { key_epoch: 1 } : {}),
      };
    case 'UserSessionsRevoked':
    case 'UserDisabled':
      return { epoch: 1 };
    default:
      return undefined;
  }
};
