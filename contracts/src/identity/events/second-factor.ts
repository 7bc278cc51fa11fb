import { Type } from '@sinclair/typebox';
import { event, type EventOf, Internal, Personal } from '../../kit/event.js';
import { OneOf, Time, Uuid } from '../../kit/schemas.js';
import { CLAIM, CREDENTIAL, SESSION, USER } from '../../kit/example-ids.js';

const Step = Type.Integer({
  minimum: 0,
  description:
    'Which thirty seconds since 1970 the code was of; no code of it or of one before is taken again.',
});
const exampleStep = 59_061_750;

export const SecondFactorEnrolled = event({
  name: 'SecondFactorEnrolled',
  storedType: 'identity.second_factor.enrolled.v1',
  description:
    'A person was told the secret of a second factor; it counts for nothing before a code of it confirms it.',
  schema: Type.Object({ user_id: Uuid, credential_id: Internal(Uuid) }),
  example: { user_id: USER, credential_id: CREDENTIAL },
});

export const SecondFactorConfirmed = event({
  name: 'SecondFactorConfirmed',
  storedType: 'identity.second_factor.confirmed.v1',
  description: 'A code showed that the person has the secret: from now on a login asks for one.',
  schema: Type.Object({ user_id: Uuid, credential_id: Internal(Uuid), step: Step }),
  example: { user_id: USER, credential_id: CREDENTIAL, step: exampleStep },
});

export const OtpStepAccepted = event({
  name: 'OtpStepAccepted',
  storedType: 'identity.second_factor.step_accepted.v1',
  description: 'A login was completed with a code of this step.',
  schema: Type.Object({ user_id: Uuid, step: Step, session_id: Uuid }),
  example: { user_id: USER, step: exampleStep, session_id: SESSION },
});

export const RecoveryCodeUsed = event({
  name: 'RecoveryCodeUsed',
  storedType: 'identity.second_factor.recovery_code_used.v1',
  description: 'A login was completed with a recovery code, which is used up; `number` counts from 0.',
  schema: Type.Object({ user_id: Uuid, number: Type.Integer({ minimum: 0 }), session_id: Uuid }),
  example: { user_id: USER, number: 3, session_id: SESSION },
});

export const DeviceTrusted = event({
  name: 'DeviceTrusted',
  storedType: 'identity.second_factor.device_trusted.v1',
  description:
    'A login from this device needs no code until `expires_at`, as long as the password stays. `password_epoch` counts how often it was changed before.',
  schema: Type.Object({
    id: Uuid,
    user_id: Uuid,
    session_id: Uuid,
    password_epoch: Internal(Type.Integer({ minimum: 0 })),
    ip: Personal(),
    user_agent: Personal(),
    expires_at: Time,
  }),
  example: {
    id: CLAIM,
    user_id: USER,
    session_id: SESSION,
    password_epoch: 0,
    ip: '192.0.2.1',
    user_agent: 'curl/8.5.0',
    expires_at: '2026-06-01T09:15:00.000Z',
  },
  subject: 'user_id',
});

const deviceEndings = ['revoked', 'expired', 'displaced', 'turned_off', 'erased'] as const;
export type DeviceEnding = (typeof deviceEndings)[number];

export const DeviceRevoked = event({
  name: 'DeviceRevoked',
  storedType: 'identity.second_factor.device_revoked.v1',
  description:
    'A device is trusted no more: `displaced` when too many others came after it, `turned_off` with the second factor.',
  schema: Type.Object({ id: Uuid, user_id: Uuid, reason: OneOf(deviceEndings) }),
  example: { id: CLAIM, user_id: USER, reason: 'revoked' },
});

export const SecondFactorRemoved = event({
  name: 'SecondFactorRemoved',
  storedType: 'identity.second_factor.removed.v1',
  description: 'A login needs the password alone again, and the secret is destroyed.',
  schema: Type.Object({
    user_id: Uuid,
    credential_id: Internal(Uuid),
    reason: OneOf(['turned_off', 'erased'] as const),
    by: Type.Optional(OneOf(['administrator'], { description: 'Absent: the person, or Cairn.' })),
  }),
  example: { user_id: USER, credential_id: CREDENTIAL, reason: 'turned_off' },
});

export const LockoutLifted = event({
  name: 'LockoutLifted',
  storedType: 'identity.second_factor.lockout_lifted.v1',
  description: 'An administrator has lifted the locks of an account: what failed before counts no more.',
  schema: Type.Object({ user_id: Uuid, lift_id: Internal(Uuid) }),
  example: { user_id: USER, lift_id: CLAIM },
});

/** The events of `secondFactor-` streams, one for each account, which are never published. */
export const secondFactorEvents = {
  SecondFactorEnrolled,
  SecondFactorConfirmed,
  OtpStepAccepted,
  RecoveryCodeUsed,
  DeviceTrusted,
  DeviceRevoked,
  SecondFactorRemoved,
  LockoutLifted,
} as const;
export type SecondFactorEvent = EventOf<(typeof secondFactorEvents)[keyof typeof secondFactorEvents]>;
