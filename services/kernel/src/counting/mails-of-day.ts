import type { Admission, Admitted } from '../domain/aggregate.js';
import type { Executed } from '../domain/executed.js';
import { refuse } from '../base/refusal.js';
import type { AccountLimits } from '../config/account-limits.js';
import type { CommandContext } from '../context/command.js';
import { type BoundOfDay, countingInDay } from './counts-of-day.js';

/**
 * Whom a mail goes to that follows from what was decided, by a text that is the same for the same one and tells nothing of
 * them: the key of an address, an id. `undefined` where nobody is mailed.
 */
export type MailedTo = (decided: Admitted) => string | undefined;

/**
 * Executes what may cause a mail to somebody else, unless the account or whom it goes to has had as many as may be today
 * (S47): `mail_limit`. Asked of what was decided, before it is appended. What Cairn does by itself is not bounded.
 */
export const mailingInDay = (
  { principal, tools }: Pick<CommandContext, 'principal' | 'tools'>,
  mailedTo: MailedTo,
  execute: (admission: Admission) => Promise<Executed>,
): Promise<Executed> =>
  countingInDay(tools, (count) =>
    execute(async (decided) => {
      const to = principal.kind === 'system' ? undefined : mailedTo(decided);
      return to === undefined ? undefined : count(boundsOf(tools.accountLimits, principal.userId, to));
    }),
  );

/** Of the sender first: who may send no more learns nothing of an address. */
const boundsOf = (
  { mailsPerDay, mailsToAddressPerDay }: AccountLimits,
  userId: string,
  to: string,
): readonly BoundOfDay[] => [
  {
    ...{ what: 'mails-by', whose: userId, most: mailsPerDay },
    refusal: refuse(
      'mail_limit',
      `${mailsPerDay} mails to others a day can be caused by one account, and no more today.`,
    ),
  },
  {
    ...{ what: 'mails-to', whose: to, most: mailsToAddressPerDay },
    refusal: refuse(
      'mail_limit',
      `${mailsToAddressPerDay} mails a day can be caused to one address, and no more today.`,
    ),
  },
];
