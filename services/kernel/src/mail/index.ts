import type { SmtpMailer, SmtpMailerOptions } from './smtp/options.js';

export * from './port.js';
export { openMailFolder } from './folder/mail-folder.js';
export type { SmtpMailer, SmtpMailerOptions, SmtpTimeouts } from './smtp/options.js';

/** Mails by SMTP; see `smtp/smtp-mailer.ts`. Its client is loaded only now. */
export const openSmtpMailer = async (options: SmtpMailerOptions): Promise<SmtpMailer> => {
  const smtp = await import('./smtp/smtp-mailer.js');
  return smtp.openSmtpMailer(options);
};
