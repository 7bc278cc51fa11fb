import { Unavailable } from '../errors/cairn-error.js';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** Fixed for what the mail is about, without angle brackets: a second sending of the same thing carries the same. */
  readonly messageId: string;
}

/** What a mail is known by. */
export type SentMail = Pick<Mail, 'to' | 'messageId'>;
/** One mail, or without a message id every mail to an address. */
export type ForgottenMail = Pick<Mail, 'to'> & Partial<SentMail>;

export interface Mailer {
  /**
   * Answers when the mail was accepted for delivery. Throws `MailRefused` for control characters in `to`, `subject` or
   * `messageId` and for anything but one bare address in `to` (S37), and when who delivers refuses it for good;
   * `MailUnavailable` when it could not be delivered now. The same `messageId` to the same
   * address again makes no second mail, as far as the one who delivers can tell.
   */
  send(mail: Mail): Promise<void>;
  /** Removes what this mailer itself keeps of a mail, or of all mails to an address (a folder does, a server does not). */
  forget(sent: ForgottenMail): Promise<void>;
}

/**
 * The mail would write more into its headers than it may (S37), or who delivers will not have this recipient or this
 * text. Sending it again does not help.
 */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** The mail was not accepted now, or whether it was is not known. Sending it again may help, and makes no second mail. */
export class MailUnavailable extends Unavailable {
  override readonly name = 'MailUnavailable';
}
