export { type BoundOfDay, type CountingTools, countingInDay, type CountOfDay } from './counts-of-day.js';
export { mailingInDay, type MailedTo } from './mails-of-day.js';
