export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** Fixed for what the mail is about, without angle brackets: a second sending of the same thing carries the same. */
  readonly messageId: string;
}

export interface Mailer {
  /** Answers when the mail was accepted for delivery. Line breaks in `to` and `subject` are refused (S37). */
  send(mail: Mail): Promise<void>;
  /** Removes what this mailer itself keeps of mails to an address (a folder does, a server does not). */
  forget(address: string): Promise<void>;
}
