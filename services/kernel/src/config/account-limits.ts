/** What is bounded for all accounts together, for each network, and for each account. */
export interface AccountLimits {
  /** Commands that compare or make a password at the same time; the next is refused with 503. */
  readonly hashing: number;
  /** Accounts that one address, or one /64 of IPv6, may make in a day; larger networks some times as many. 0: no bound. */
  readonly registrationsPerDay: number;
  /** Mails to others that one account may cause in a day: invitations, shares. 0: no bound. */
  readonly mailsPerDay: number;
  /** The same of all accounts together to one address. 0: no bound. */
  readonly mailsToAddressPerDay: number;
  /** For how long after its sign-in a session counts as its person, milliseconds; later the password is asked again. */
  readonly recentSignInMs: number;
}

export const defaultAccountLimits: AccountLimits = {
  hashing: 64,
  registrationsPerDay: 50,
  mailsPerDay: 200,
  mailsToAddressPerDay: 20,
  recentSignInMs: 5 * 60 * 1000,
};
