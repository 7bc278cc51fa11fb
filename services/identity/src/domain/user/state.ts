import { type HeldName, type Personal, type UserEvent, userEvents } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

/** A mailed link that can still be used. */
export interface OpenReset {
  readonly id: string;
  /** RFC 3339. */
  readonly expiresAt: string;
}

export interface Account {
  readonly kind: 'account';
  readonly id: string;
  /** Encrypted as it is stored; what an address must not be changed without. */
  readonly username: Personal;
  /** Encrypted as it is stored; what a policy mails to. */
  readonly email: Personal;
  readonly credentialId: string;
  readonly heldUsername: HeldName;
  readonly heldEmail: HeldName;
  readonly administrator: boolean;
  readonly disabled: boolean;
  /** Counts how often all sessions were revoked: a session that began under an earlier count is over. */
  readonly epoch: number;
  /** Counts how often all API keys were revoked: a key that was made under an earlier count is over. */
  readonly keyEpoch: number;
  /** The session that outlived the last revocation. */
  readonly keptSessionId: string | null;
  /** Newest last, at most five. */
  readonly resets: readonly OpenReset[];
  /** Claims that it let go, or that were taken from it before it took them; it can take none of them (law 5). */
  readonly abandonedClaims: readonly string[];
}

/** `abandoned`: a name was reserved for an account that then never came, and may not come any more (law 5). */
export type UserState =
  | { readonly kind: 'none' }
  | { readonly kind: 'abandoned' }
  | Account
  | { readonly kind: 'erased'; readonly id: string };

const MOST_OPEN_RESETS = 5;

/** Streams `user-<id>`: an account from its registration to its erasure. */
export const user = aggregate<UserState, UserEvent>({
  category: 'user',
  events: Object.values(userEvents),
  stateVersion: 4,
  initial: { kind: 'none' },
  evolve: (state, event) => {
    switch (event.type) {
      case 'UserRegistered':
        return registered(event.data);
      case 'UserErased':
        return { kind: 'erased', id: event.data.id };
      case 'ClaimAbandoned':
        return withoutClaim(state, event.data.claim_id);
      default:
        return state.kind === 'account' ? evolveAccount(state, event) : state;
    }
  },
});

type AccountEvent = Exclude<UserEvent, { readonly type: 'UserRegistered' | 'UserErased' | 'ClaimAbandoned' }>;
type Registered = Extract<UserEvent, { readonly type: 'UserRegistered' }>['data'];
type ProfileChanged = Extract<UserEvent, { readonly type: 'UserProfileChanged' }>['data'];

const evolveAccount = (account: Account, event: AccountEvent): Account => {
  switch (event.type) {
    case 'UserProfileChanged':
      return withProfile(account, event.data);
    case 'UserPasswordChanged':
      return {
        ...revoked(account, event.data.kept_session_id),
        ...withKeys(account, event.data.api_keys_revoked),
        credentialId: event.data.credential_id,
      };
    case 'PasswordResetRequested':
      return withReset(account, { id: event.data.reset_id, expiresAt: event.data.expires_at });
    case 'PasswordResetCompleted':
      return {
        ...revoked(account),
        ...withKeys(account, event.data.api_keys_revoked),
        credentialId: event.data.credential_id,
      };
    case 'UserSessionsRevoked':
      return revoked(account, event.data.kept_session_id);
    case 'UserDisabled':
      return { ...revoked(account), disabled: true };
    case 'UserEnabled':
      return { ...account, disabled: false };
  }
};

const registered = (data: Registered): Account => ({
  kind: 'account',
  id: data.id,
  username: data.username,
  email: data.email,
  credentialId: data.credential_id,
  heldUsername: data.held_username,
  heldEmail: data.held_email,
  administrator: data.is_system_admin,
  disabled: false,
  epoch: 0,
  keyEpoch: 0,
  keptSessionId: null,
  resets: [],
  abandonedClaims: [],
});

/**
 * A claim that is not held any more is abandoned at once. A link that was mailed to another address is void, so that who
 * reads mails there cannot take the account.
 */
const withProfile = (account: Account, data: ProfileChanged): Account => {
  const after: Account = {
    ...account,
    username: data.username ?? account.username,
    email: data.email ?? account.email,
    heldUsername: data.held_username ?? account.heldUsername,
    heldEmail: data.held_email ?? account.heldEmail,
    resets: data.email === undefined ? account.resets : [],
  };
  const claims = [...new Set([...account.abandonedClaims, ...claimsOf(account)])];
  return { ...after, abandonedClaims: claims.filter((claim) => !holdsClaim(after, claim)) };
};

const claimsOf = ({ heldUsername, heldEmail }: Account): readonly string[] => [
  heldUsername.claim_id,
  heldEmail.claim_id,
];

const withReset = (account: Account, reset: OpenReset): Account => ({
  ...account,
  resets: [...account.resets, reset].slice(-MOST_OPEN_RESETS),
});

/** A changed password, a sign-out everywhere: links that were mailed before are void too. */
const revoked = (account: Account, keptSessionId: string | null = null): Account => ({
  ...account,
  epoch: account.epoch + 1,
  keptSessionId,
  resets: [],
});

const withKeys = ({ keyEpoch }: Account, areRevoked = false): Pick<Account, 'keyEpoch'> => ({
  keyEpoch: areRevoked ? keyEpoch + 1 : keyEpoch,
});

const withoutClaim = (state: UserState, claimId: string): UserState => {
  if (state.kind === 'none') return { kind: 'abandoned' };
  return state.kind === 'account'
    ? { ...state, abandonedClaims: [...state.abandonedClaims, claimId] }
    : state;
};

/** Whether the account has taken a reserved name under this claim, so that the reservation counts (law 5). */
export const holdsClaim = (state: UserState, claimId: string): boolean =>
  state.kind === 'account' && claimsOf(state).includes(claimId);

/** Whether it is an account that may administrate now. */
export const isAdministrator = (state: UserState): boolean =>
  state.kind === 'account' && state.administrator && !state.disabled;
