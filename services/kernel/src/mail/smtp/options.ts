import type { Clock } from '../../clock/port.js';
import type { Mailer } from '../port.js';

export interface SmtpMailerOptions {
  /**
   * `smtp://user:password@host:587`; `smtps://` for TLS from the first byte. User and password are percent-encoded;
   * without a port it is 587 or 465. `?requireTLS=true` or `false` says what `requireTls` says; `?tlsCAFile=…` names the
   * PEM file with the certificate of whoever signed the server's, when it is not one that everybody trusts.
   */
  readonly url: string;
  /** What stands in the header of that name, `Cairn <cairn@example.org>`; its address is the sender of the envelope. */
  readonly from: string;
  /**
   * Whether the connection must turn to TLS (STARTTLS) before anything else is said. When absent: if there is a password.
   * Otherwise it does when the server offers it. A certificate that is not trusted is never accepted.
   */
  readonly requireTls?: boolean;
  readonly timeouts?: Partial<SmtpTimeouts>;
  readonly clock?: Clock;
}

/** Milliseconds. */
export interface SmtpTimeouts {
  /** Until a connection stands. */
  readonly connectMs: number;
  /** Until the server greets. */
  readonly greetingMs: number;
  /** How long the server may say nothing. */
  readonly socketMs: number;
  /** Until a mail is accepted, with all waiting and trying again. */
  readonly mailMs: number;
}

export const TIMEOUTS: SmtpTimeouts = {
  connectMs: 2_000,
  greetingMs: 2_000,
  socketMs: 10_000,
  mailMs: 30_000,
};

export interface SmtpMailer extends Mailer {
  /** Waits for the mails under way and releases the connections. */
  close(): Promise<void>;
}
