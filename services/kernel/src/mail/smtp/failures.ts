import { MailRefused, MailUnavailable } from '../port.js';

/** What nodemailer tells of a mail that was not sent. */
interface SmtpFailure {
  readonly message?: string;
  readonly code?: string;
  /** What was being said when the server answered. */
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
  /** The answer is one for good (5xx). */
  readonly permanent?: boolean;
  readonly originalCode?: string;
  readonly timeoutType?: string;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: check that the server runs, and the address',
  EDNS: 'the name of the host is not known: check the address',
  EAUTH: 'user or password are refused: check them',
  ENOAUTH: 'it asks for a user and a password: give them in the address',
  ETLS: 'the connection cannot be made safe: the server must offer STARTTLS, or the address be smtps://, and its certificate must be trusted: name its CA with tlsCAFile',
  CONNECT_TIMEOUT: 'no connection came about in time',
  GREETING_TIMEOUT: 'it does not greet: a port that wants TLS from the first byte needs smtps://',
  UPGRADE_TIMEOUT: 'TLS did not come about in time',
  SOCKET_TIMEOUT: 'it stopped answering',
  EABORT: 'the mail was not accepted in time',
};

/** How codes of OpenSSL begin, and of Node about certificates. */
const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO)/;

/** Of the sender, not of the mail: who may send at all (RFC 4954), or only after STARTTLS (RFC 3207). */
const LOGIN_CODES: readonly number[] = [530, 534, 535, 538];

/**
 * What became of a mail, without its recipient: messages of errors are logged. `MailRefused` when the server will not
 * have this recipient or this text (5xx); `MailUnavailable` for everything that may go well another time.
 */
export const failureOf = (error: unknown, address: string, to: string): MailRefused | MailUnavailable => {
  const failure = error as SmtpFailure;
  const text = `SMTP at ${address}: ${withoutRecipient(reasonOf(failure), to)} (${codesOf(failure)})`;
  return isAboutTheMail(failure) ? new MailRefused(text) : new MailUnavailable(text);
};

const isAboutTheMail = ({ code, command, permanent, responseCode = 0 }: SmtpFailure): boolean => {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (permanent === undefined) return code === 'EENVELOPE';
  return permanent && command !== 'MAIL FROM' && !LOGIN_CODES.includes(responseCode);
};

const reasonOf = ({ code, originalCode, timeoutType, response, message }: SmtpFailure): string => {
  const codes = [timeoutType, TLS_CODE.test(originalCode ?? '') ? 'ETLS' : originalCode, code];
  const known = codes.find((each) => each !== undefined && each in REASONS);
  const said = response ?? message ?? 'it failed without a word';
  return known === undefined ? said : `${REASONS[known]}: ${said}`;
};

const codesOf = ({ code, responseCode, command }: SmtpFailure): string =>
  [code, responseCode, command].filter((part) => part !== undefined).join(', ');

const withoutRecipient = (text: string, to: string): string =>
  text.replaceAll(new RegExp(to.replaceAll(/\W/g, '\\$&'), 'gi'), 'the recipient');
