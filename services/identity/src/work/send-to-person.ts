import { type Mail, MailRefused, type ServiceTools } from '@cairn/kernel';

/**
 * Sends a mail to the person of an account. Who is erased meanwhile leaves none behind. An address that the mail server
 * refuses for good gets none.
 */
export const sendToPerson = async (
  { vault, mail, logger }: Pick<ServiceTools, 'vault' | 'mail' | 'logger'>,
  accountId: string,
  letter: Mail,
): Promise<void> => {
  const { to, messageId } = letter;
  try {
    await mail.send(letter);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    logger.warn({ err: error, mail: messageId }, 'a mail is refused for good and not sent again');
  }
  if ((await vault.findKey(accountId)) === undefined) await mail.forget({ to, messageId });
};
