import { type MailEvent, mailEvents, type MailOutcome } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

export interface MailState {
  /** `null`: it is still owed. */
  readonly outcome: MailOutcome | null;
}

/** Streams `mail-<id>`: a mail that must go out once, whatever is lost beside the log (ADR-0028). */
export const mail = aggregate<MailState, MailEvent>({
  category: 'mail',
  events: Object.values(mailEvents),
  stateVersion: 1,
  initial: { outcome: null },
  evolve: (_state, { data }) => ({ outcome: data.outcome }),
});
