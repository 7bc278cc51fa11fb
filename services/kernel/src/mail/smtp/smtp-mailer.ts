import addressparser from 'nodemailer/lib/addressparser';
import { systemClock, type Clock } from '../../clock/port.js';
import { checkMail, composeMail } from '../compose.js';
import { type ForgottenMail, type Mail, MailUnavailable, type SentMail } from '../port.js';
import { Connections } from './connections.js';
import { type SmtpMailer, type SmtpMailerOptions } from './options.js';

/** So many mails that were accepted are remembered. */
const REMEMBERED = 10_000;

/**
 * Mails by SMTP. `send` answers when the server has accepted the mail. Within this process a mail is sent once for its
 * message id and recipient; after a restart, or when an answer was lost, its message id tells the recipient's server.
 * `forget` only drops that memory: what was sent is with others.
 */
export const openSmtpMailer = (options: SmtpMailerOptions): SmtpMailer => {
  const [sender] = addressparser(options.from, { flatten: true });
  if (sender === undefined || !sender.address.includes('@'))
    throw new Error(`the sender of mails is no address: ${options.from}`);
  return new MailerBySmtp(
    new Connections(options, sender.address),
    options.from,
    options.clock ?? systemClock,
  );
};

class MailerBySmtp implements SmtpMailer {
  readonly #underWay = new Map<string, Promise<void>>();
  /** Keys of accepted mails, the oldest first. */
  readonly #accepted = new Set<string>();
  #isClosed = false;

  constructor(
    private readonly connections: Connections,
    private readonly from: string,
    private readonly clock: Clock,
  ) {}

  async send(mail: Mail): Promise<void> {
    checkMail(mail);
    if (this.#isClosed) throw new MailUnavailable('the mailer is closed');
    const key = keyOf(mail);
    if (this.#accepted.has(key)) return;
    const sending = this.#underWay.get(key) ?? this.#deliver(mail, key);
    this.#underWay.set(key, sending);
    await sending.finally(() => this.#underWay.delete(key));
  }

  async forget({ to, messageId }: ForgottenMail): Promise<void> {
    const key = keyOf({ to, messageId: messageId ?? '' });
    for (const one of this.#accepted)
      if (messageId === undefined ? one.startsWith(key) : one === key) this.#accepted.delete(one);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#underWay.values());
    this.connections.close();
  }

  async #deliver(mail: Mail, key: string): Promise<void> {
    await this.connections.deliver(mail.to, await composeMail(mail, this.from, this.clock.now()));
    this.#accepted.add(key);
    for (const oldest of this.#accepted) {
      if (this.#accepted.size <= REMEMBERED) return;
      this.#accepted.delete(oldest);
    }
  }
}

const keyOf = ({ to, messageId }: SentMail): string => `${to.normalize('NFKC').toLowerCase()}\0${messageId}`;
