import type { OtpEnrolment } from '@cairn/contracts';
import { authenticator } from 'otplib';
import { PASSWORD, type Person } from './people.js';
import type { ServedCairn } from './topology.js';

/** Lets the person set up one-time passwords, which count for nothing yet. */
export const enrolled = async ({ client }: Person): Promise<OtpEnrolment> =>
  (await client.call('enrolOtp', { body: { password: PASSWORD } })).body;

const STEP_MS = 30_000;

/** What an authenticator shows, `steps` of thirty seconds from now. */
export const codeOf = (secret: string, steps = 0): string =>
  authenticator.clone({ epoch: Date.now() + steps * STEP_MS }).generate(secret);

/** What is left of a step for a request to arrive in: a code of the step before is none in the next. */
const ARRIVES_WITHIN_MS = 4_000;

const beginningOfStep = async (): Promise<void> => {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < ARRIVES_WITHIN_MS) await new Promise((resolve) => setTimeout(resolve, left));
};

/** Lets every login of the person ask for a code; the one of the step before is used up by it, that of now is not. */
export const withOtp = async (person: Person): Promise<OtpEnrolment> => {
  const told = await enrolled(person);
  await beginningOfStep();
  await person.client.call('confirmOtp', { body: { code: codeOf(told.secret, -1) } });
  return told;
};

/** The challenge that a login of the person is refused with. */
export const challengeFor = async (
  cairn: Pick<ServedCairn, 'client'>,
  { username }: Person,
): Promise<string> => {
  const { status, body } = await cairn.client().try('login', { body: { username, password: PASSWORD } });
  const { code, challenge_id } = body as { readonly code?: string; readonly challenge_id?: string };
  if (status !== 401 || code !== 'otp_required' || challenge_id === undefined)
    throw new Error(`a login was answered ${status} ${code ?? ''}`);
  return challenge_id;
};
