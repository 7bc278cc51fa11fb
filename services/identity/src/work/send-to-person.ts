import { identityCommands, type MailOutcome } from '@cairn/contracts';
import {
  type Cause,
  causedBy,
  type Clock,
  derivedId,
  type Mail,
  MailRefused,
  type ProjectedEvent,
  type ServiceTools,
} from '@cairn/kernel';
import { mail as mailStream } from '../domain/mail/state.js';

const LATEST_MS = 7 * 24 * 60 * 60 * 1000;
/** A policy that has lost its place sees all events again; what is so old was told or is not worth telling any more. */
export const isPast = ({ at }: Pick<ProjectedEvent, 'at'>, clock: Clock): boolean =>
  Date.parse(at) + LATEST_MS < clock.now();

export type MailTools = Pick<ServiceTools, 'vault' | 'mail' | 'logger' | 'streams' | 'execute'>;

/**
 * Sends a mail to the person of an account, once: what was sent stands in the log and is looked up there (ADR-0028).
 * Who is erased meanwhile leaves none behind. An address that the mail server refuses for good gets none.
 */
export const sendToPerson = async (
  tools: MailTools,
  accountId: string,
  letter: Mail,
  cause: Cause,
): Promise<void> => {
  const { vault, mail, streams, execute } = tools;
  const { to, messageId } = letter;
  const id = derivedId('mail', messageId);
  const { state } = await streams.current(mailStream, id);
  if (state.outcome === null) {
    const outcome = await sent(tools, letter);
    const input = { mail_id: id, user_id: accountId, outcome };
    await execute(identityCommands.recordMail, input, { id: derivedId('mail sent', id), ...causedBy(cause) });
  }
  if ((await vault.findKey(accountId)) === undefined) await mail.forget({ to, messageId });
};

const sent = async ({ mail, logger }: MailTools, letter: Mail): Promise<MailOutcome> => {
  try {
    await mail.send(letter);
    return 'sent';
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    logger.warn({ err: error, mail: letter.messageId }, 'a mail is refused for good and not sent again');
    return 'refused';
  }
};
