import { identityCommands, MailSent, type MailOutcome } from '@cairn/contracts';
import { type Decision, serviceCommand } from '@cairn/kernel';
import { mail, type MailState } from '../../domain/mail/state.js';

/** What became of a mail is recorded once. */
const decideRecordMail = (
  { outcome: known }: MailState,
  { mailId, userId, outcome }: { mailId: string; userId: string; outcome: MailOutcome },
): Decision => (known === null ? [MailSent.of({ id: mailId, user_id: userId, outcome })] : []);

export const recordMail = serviceCommand(
  identityCommands.recordMail,
  ({ mail_id: mailId, user_id: userId, outcome }, context) =>
    context.execute(mail, mailId, {
      decide: (state) => decideRecordMail(state, { mailId, userId, outcome }),
    }),
);
