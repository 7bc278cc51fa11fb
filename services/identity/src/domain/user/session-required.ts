import { type Refusal, refuse } from '@cairn/kernel';

/** The account itself is changed by its person, not by a key. */
export const sessionRequired = (): Refusal =>
  refuse('session_required', 'This needs a signed-in session, not an API key.');
