import { type HeldName, type Personal, type UserEvent, userEvents } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

/** A mailed link that can still be used. */
export interface OpenLink {
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
  /** Encrypted as they are stored; what administrators find it by, beside the two above. */
  readonly name: Personal;
  readonly firstname: Personal;
  readonly credentialId: string;
  readonly heldUsername: HeldName;
  readonly heldEmail: HeldName;
  readonly administrator: boolean;
  readonly disabled: boolean;
  /** How often it had been let go as an administrator when it became one. */
  readonly timesLetGo: number;
  /** Counts how often all sessions were revoked: a session that began under an earlier count is over. */
  readonly epoch: number;
  /** Counts how often all API keys were revoked: a key that was made under an earlier count is over. */
  readonly keyEpoch: number;
  /** Counts how often the password was changed: a device that was trusted under an earlier count is not trusted. */
  readonly passwordEpoch: number;
  /** The session that outlived the last revocation. */
  readonly keptSessionId: string | null;
  /** Newest last, at most five. */
  readonly resets: readonly OpenLink[];
  /** Whether mails to the address were shown to reach the person. */
  readonly emailVerified: boolean;
  /** Links that were mailed to the address that it has now; newest last, at most five. */
  readonly verifications: readonly OpenLink[];
  /** Claims that it let go, or that were taken from it before it took them; it can take none of them (law 5). */
  readonly abandonedClaims: readonly string[];
}

/** `abandoned`: a name was reserved for an account that then never came, and may not come any more (law 5). */
export type UserState =
  | { readonly kind: 'none' }
  | { readonly kind: 'abandoned' }
  | Account
  | { readonly kind: 'erased'; readonly id: string };

const MOST_OPEN_LINKS = 5;

/** Streams `user-<id>`: an account from its registration to its erasure. */
export const user = aggregate<UserState, UserEvent>({
  category: 'user',
  events: Object.values(userEvents),
  stateVersion: 6,
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

type OfAddress = Extract<UserEvent, { readonly type: 'EmailVerificationRequested' | 'EmailVerified' }>;

const evolveAccount = (account: Account, event: AccountEvent): Account =>
  event.type === 'EmailVerificationRequested' || event.type === 'EmailVerified'
    ? verifying(account, event)
    : changedBy(account, event);

const verifying = (account: Account, event: OfAddress): Account => {
  if (event.type === 'EmailVerified') return { ...account, emailVerified: true, verifications: [] };
  const link = { id: event.data.verification_id, expiresAt: event.data.expires_at };
  return { ...account, verifications: [...account.verifications, link].slice(-MOST_OPEN_LINKS) };
};

const changedBy = (account: Account, event: Exclude<AccountEvent, OfAddress>): Account => {
  switch (event.type) {
    case 'UserProfileChanged':
      return withProfile(account, event.data);
    case 'UserPasswordChanged':
      return {
        ...revoked(account, event.data.kept_session_id),
        ...withPassword(account, event.data),
      };
    case 'PasswordResetRequested':
      return withReset(account, { id: event.data.reset_id, expiresAt: event.data.expires_at });
    case 'PasswordResetCompleted':
      return {
        ...revoked(account),
        ...withPassword(account, event.data),
      };
    case 'UserSessionsRevoked':
      return revoked(account, event.data.kept_session_id);
    default:
      return administered(account, event);
  }
};

const administered = (
  account: Account,
  event: Extract<
    AccountEvent,
    { readonly type: `UserAdministration${string}` | 'UserDisabled' | 'UserEnabled' }
  >,
): Account => {
  switch (event.type) {
    case 'UserDisabled':
      return { ...revoked(account), disabled: true };
    case 'UserEnabled':
      return { ...account, disabled: false, timesLetGo: event.data.times_let_go ?? account.timesLetGo };
    case 'UserAdministrationGranted':
      return { ...account, administrator: true, timesLetGo: event.data.times_let_go ?? account.timesLetGo };
    case 'UserAdministrationWithdrawn':
      return { ...account, administrator: false };
  }
};

const registered = (data: Registered): Account => ({
  kind: 'account',
  id: data.id,
  username: data.username,
  email: data.email,
  name: data.name,
  firstname: data.firstname,
  credentialId: data.credential_id,
  heldUsername: data.held_username,
  heldEmail: data.held_email,
  administrator: data.is_system_admin,
  disabled: false,
  timesLetGo: 0,
  epoch: 0,
  keyEpoch: 0,
  passwordEpoch: 0,
  keptSessionId: null,
  resets: [],
  emailVerified: false,
  verifications: [],
  abandonedClaims: [],
});

/**
 * A claim that is not held any more is abandoned at once. A link that was mailed to another address is void, so that who
 * reads mails there cannot take the account; and what was shown of another address says nothing of this one.
 */
const withProfile = (account: Account, data: ProfileChanged): Account => {
  const after: Account = {
    ...account,
    ...namesAfter(account, data),
    heldUsername: data.held_username ?? account.heldUsername,
    heldEmail: data.held_email ?? account.heldEmail,
    resets: data.email === undefined ? account.resets : [],
    ...(data.address_changed === true ? { emailVerified: false, verifications: [] } : {}),
  };
  const claims = [...new Set([...account.abandonedClaims, ...claimsOf(account)])];
  return { ...after, abandonedClaims: claims.filter((claim) => !holdsClaim(after, claim)) };
};

const namesAfter = (
  account: Account,
  data: ProfileChanged,
): Pick<Account, 'username' | 'email' | 'name' | 'firstname'> => ({
  username: data.username ?? account.username,
  email: data.email ?? account.email,
  name: data.name ?? account.name,
  firstname: data.firstname ?? account.firstname,
});

const claimsOf = ({ heldUsername, heldEmail }: Account): readonly string[] => [
  heldUsername.claim_id,
  heldEmail.claim_id,
];

const withReset = (account: Account, reset: OpenLink): Account => ({
  ...account,
  resets: [...account.resets, reset].slice(-MOST_OPEN_LINKS),
});
/** A changed password, a sign-out everywhere: links that were mailed before are void too. */
const revoked = (account: Account, keptSessionId: string | null = null): Account => ({
  ...account,
  epoch: account.epoch + 1,
  keptSessionId,
  resets: [],
});

const withPassword = (
  { keyEpoch, passwordEpoch }: Account,
  { credential_id, api_keys_revoked }: { credential_id: string; api_keys_revoked?: boolean },
): Pick<Account, 'keyEpoch' | 'passwordEpoch' | 'credentialId'> => ({
  keyEpoch: api_keys_revoked === true ? keyEpoch + 1 : keyEpoch,
  passwordEpoch: passwordEpoch + 1,
  credentialId: credential_id,
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
