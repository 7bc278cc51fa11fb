import { Type } from '@sinclair/typebox';
import { event, type EventOf } from '../../kit/event.js';
import { OneOf, Uuid } from '../../kit/schemas.js';
import { CLAIM, USER } from '../../kit/example-ids.js';

/** `sent`: a mail server took it. `refused`: it will not have it, however often it is asked. */
export const mailOutcomes = ['sent', 'refused'] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

export const MailSent = event({
  name: 'MailSent',
  storedType: 'identity.mail.sent.v1',
  description: 'A mail that an account was owed was handed over, or refused for good: it is not sent again.',
  schema: Type.Object({ id: Uuid, user_id: Uuid, outcome: OneOf(mailOutcomes) }),
  example: { id: CLAIM, user_id: USER, outcome: 'sent' },
});

/** The events of `mail-` streams, which are never published. */
export const mailEvents = { MailSent } as const;
export type MailEvent = EventOf<(typeof mailEvents)[keyof typeof mailEvents]>;
