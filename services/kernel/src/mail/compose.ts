import MailComposer from 'nodemailer/lib/mail-composer';
import { MailRefused, type Mail } from './port.js';

/** One address and nothing that a header would read as more than that. */
const ADDRESS = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u;
const MESSAGE_ID = /^[\x21-\x3b\x3d\x3f-\x7e]+$/;
const CONTROL = /\p{Cc}/u;

/**
 * Throws `MailRefused` for what would write into headers (S37): `to` is one bare address, `subject` one line,
 * `messageId` printable ASCII without spaces and angle brackets.
 */
export const checkMail = (mail: Mail): void => {
  if (!ADDRESS.test(mail.to)) throw new MailRefused('the recipient is not one plain address');
  if (CONTROL.test(mail.subject)) throw new MailRefused('the subject holds a control character');
  if (!MESSAGE_ID.test(mail.messageId)) throw new MailRefused('the message id holds what it may not');
};

/** The mail as it goes over the wire (RFC 5322, RFC 2047, lines end in CRLF). */
export const composeMail = (mail: Mail, from: string, at: number): Promise<Buffer> =>
  new MailComposer({
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    messageId: `<${mail.messageId}>`,
    date: new Date(at),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
