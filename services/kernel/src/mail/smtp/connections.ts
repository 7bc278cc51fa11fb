import { createTransport } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { failureOf } from './failures.js';
import { type SmtpMailerOptions, type SmtpTimeouts, TIMEOUTS } from './options.js';
import { serverAddress, type ServerAddress } from './server-address.js';

const AT_ONCE = 3;
/** A connection waits so long for the next mail; servers wait longer. */
const IDLE_MS = 5_000;
/** A mail whose connection was closed goes to a new one so often. */
const AGAIN = 2;

/** A few connections to a mail server, made when they are needed. */
export class Connections {
  readonly #server: ServerAddress;
  readonly #timeouts: SmtpTimeouts;
  readonly #transport;

  constructor(
    options: SmtpMailerOptions,
    private readonly sender: string,
  ) {
    this.#server = serverAddress(options.url);
    this.#timeouts = { ...TIMEOUTS, ...options.timeouts };
    this.#transport = createTransport(poolOptions(this.#server, this.#timeouts, options));
  }

  /** Answers when the server has accepted the message (RFC 5322). Throws `MailRefused`, `MailUnavailable`. */
  async deliver(to: string, message: Buffer): Promise<void> {
    try {
      const { rejected, rejectedErrors } = await this.#transport.sendMail({
        envelope: { from: this.sender, to: [to] },
        raw: message,
        signal: AbortSignal.timeout(this.#timeouts.mailMs),
      });
      if (rejected.length > 0) throw rejectedErrors?.[0] ?? new Error('the recipient was refused');
    } catch (error) {
      throw failureOf(error, this.#server.shown, to);
    }
  }

  close(): void {
    this.#transport.close();
  }
}

const poolOptions = (
  server: ServerAddress,
  timeouts: SmtpTimeouts,
  options: SmtpMailerOptions,
): SMTPPool.Options & { readonly pool: true } => {
  const requireTls = options.requireTls ?? server.requireTls ?? server.login !== undefined;
  return {
    pool: true,
    maxConnections: AT_ONCE,
    maxRequeues: AGAIN,
    idleTimeout: IDLE_MS,
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: requireTls && !server.secure,
    ...(server.login === undefined ? {} : { auth: server.login, forceAuth: true }),
    ...(server.ca === undefined ? {} : { tls: { ca: server.ca } }),
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.socketMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};
