import {
  type DeviceEnding,
  DeviceRevoked,
  DeviceTrusted,
  type DomainEvent,
  LockoutLifted,
  OtpStepAccepted,
  RecoveryCodeUsed,
  SecondFactorConfirmed,
  SecondFactorEnrolled,
  SecondFactorRemoved,
} from '@cairn/contracts';
import { type Decision, type Refusal, refuse } from '@cairn/kernel';
import { MOST_DEVICES, type SecondFactorState, type TrustedDevice } from './state.js';

const DEVICE_MS = 90 * 24 * 60 * 60 * 1000;

/** What a code was found to be: of a step of the clock, or one of the recovery codes; of which credential. */
export type ProvenCode = { readonly credentialId: string } & (
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'recovery'; readonly number: number }
);

const otpEnabled = (): Refusal =>
  refuse('otp_enabled', 'Logins ask for a one-time password already; turn that off first.');
export const otpNotEnrolled = (): Refusal =>
  refuse('otp_not_enrolled', 'There is no second factor to confirm or to turn off.');
export const otpIncorrect = (): Refusal =>
  refuse('otp_incorrect', 'The one-time password is wrong.', [
    { pointer: '/code', code: 'otp_incorrect', message: 'is not a code of now' },
  ]);
const otpInvalid = (): Refusal => refuse('otp_invalid', 'The one-time password is wrong.');

export const decideEnrol = (state: SecondFactorState, userId: string, credentialId: string): Decision =>
  state.active === null
    ? [SecondFactorEnrolled.of({ user_id: userId, credential_id: credentialId })]
    : otpEnabled();

/** The code that confirms is used by it: no login takes it again. */
export const decideConfirm = (
  state: SecondFactorState,
  userId: string,
  proven: ProvenCode | undefined,
): Decision => {
  if (state.active !== null) return otpEnabled();
  if (state.pending === null) return otpNotEnrolled();
  const { credentialId } = state.pending;
  if (proven?.kind !== 'step' || proven.credentialId !== credentialId) return otpIncorrect();
  return [SecondFactorConfirmed.of({ user_id: userId, credential_id: credentialId, step: proven.step })];
};

/** Whether a code is still good: of a step after the last one taken, or a recovery code that was not used. */
export const isFresh = ({ active }: SecondFactorState, proven: ProvenCode): boolean => {
  if (active === null || active.credentialId !== proven.credentialId) return false;
  return proven.kind === 'step'
    ? proven.step > active.lastStep
    : !active.usedRecoveryCodes.includes(proven.number);
};

interface TrustOfDevice {
  readonly id: string;
  readonly passwordEpoch: number;
  readonly ip: string;
  readonly userAgent: string;
}

export interface Completion {
  readonly userId: string;
  readonly sessionId: string;
  /** `undefined`: the code is none of the account. */
  readonly proven: ProvenCode | undefined;
  /** The device, when it is to be trusted. */
  readonly trust: TrustOfDevice | undefined;
  /** Now, RFC 3339. */
  readonly at: string;
}

/** Takes a code for a login. It is recorded before the session begins: of two that bring it the second is refused. */
export const decideComplete = (state: SecondFactorState, completion: Completion): Decision => {
  const { userId, sessionId, proven, trust, at } = completion;
  if (proven === undefined || !isFresh(state, proven)) return otpInvalid();
  const taken =
    proven.kind === 'step'
      ? OtpStepAccepted.of({ user_id: userId, step: proven.step, session_id: sessionId })
      : RecoveryCodeUsed.of({ user_id: userId, number: proven.number, session_id: sessionId });
  return trust === undefined ? [taken] : [taken, ...trusted(state, completion, trust, at)];
};

const trusted = (
  { devices }: SecondFactorState,
  { userId, sessionId }: Completion,
  trust: TrustOfDevice,
  at: string,
): readonly DomainEvent[] => [
  ...devices
    .slice(0, Math.max(0, devices.length + 1 - MOST_DEVICES))
    .map(({ id }) => revoked(userId, id, 'displaced')),
  DeviceTrusted.of({
    id: trust.id,
    user_id: userId,
    session_id: sessionId,
    password_epoch: trust.passwordEpoch,
    ip: trust.ip,
    user_agent: trust.userAgent,
    expires_at: new Date(Date.parse(at) + DEVICE_MS).toISOString(),
  }),
];

const revoked = (userId: string, id: string, reason: DeviceEnding) =>
  DeviceRevoked.of({ id, user_id: userId, reason });

/** Whether a login from the device needs no code now. */
export const isTrusted = (device: TrustedDevice, passwordEpoch: number, at: string): boolean =>
  device.passwordEpoch === passwordEpoch && device.expiresAt > at;

export interface FactorEnding {
  readonly reason: 'turned_off' | 'erased';
  readonly by?: 'administrator';
}

/** Ends everything: the factor, one that waits to be confirmed, the devices. Nothing when there is none. */
export const decideRemove = (
  { active, pending, devices }: SecondFactorState,
  userId: string,
  ending: FactorEnding,
): Decision => [
  ...devices.map(({ id }) => revoked(userId, id, ending.reason)),
  ...[active, pending].flatMap((factor) =>
    factor === null
      ? []
      : [SecondFactorRemoved.of({ user_id: userId, credential_id: factor.credentialId, ...ending })],
  ),
];

/** What was begun is told once; `undefined`: there was nothing to lift. */
export const decideLift = (
  { lastLift }: SecondFactorState,
  userId: string,
  liftId: string | undefined,
): Decision =>
  liftId === undefined || liftId === lastLift ? [] : [LockoutLifted.of({ user_id: userId, lift_id: liftId })];

export const decideRevokeDevice = (state: SecondFactorState, userId: string, id: string): Decision =>
  state.devices.some((device) => device.id === id)
    ? [revoked(userId, id, 'revoked')]
    : refuse('not_found', 'There is no such device.');

export const decideExpireDevice = (
  state: SecondFactorState,
  { userId, id, at }: { readonly userId: string; readonly id: string; readonly at: string },
): Decision =>
  state.devices.some((device) => device.id === id && device.expiresAt <= at)
    ? [revoked(userId, id, 'expired')]
    : [];
