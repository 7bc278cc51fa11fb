import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { recordFields, Time, Uuid } from '../kit/schemas.js';

const Code = Type.String({
  minLength: 1,
  maxLength: 20,
  description: 'The six digits that the authenticator shows, or one of the recovery codes.',
});

/** What is told once, when a second factor is set up. */
export const OtpEnrolment = resource('OtpEnrolment', {
  secret: Type.String({ description: 'Base32, for typing it into an authenticator.' }),
  otpauth_uri: Type.String({ description: 'The same for scanning: SHA-1, six digits, thirty seconds.' }),
  recovery_codes: Type.Array(Type.String(), {
    description: 'Ten codes, each good once instead of one of the authenticator.',
  }),
});
export type OtpEnrolment = Readonly<Static<typeof OtpEnrolment>>;

export const OtpState = resource('OtpState', {
  enabled: Type.Boolean({ description: 'Whether a login asks for a code.' }),
  pending: Type.Boolean({ description: 'Whether a secret was told that no code has confirmed yet.' }),
  enabled_at: Type.Optional(Time),
  recovery_codes_left: Type.Integer({ minimum: 0 }),
});
export type OtpState = Readonly<Static<typeof OtpState>>;

export const OtpConfirmation = resource('OtpConfirmation', { code: Code });
export type OtpConfirmation = Readonly<Static<typeof OtpConfirmation>>;

export const OtpRemoval = resource('OtpRemoval', {
  code: Type.Optional(Code),
  password: Type.Optional(Type.String({ maxLength: 1024, description: 'The current password.' })),
});
export type OtpRemoval = Readonly<Static<typeof OtpRemoval>>;

export const OtpLogin = resource('OtpLogin', {
  challenge_id: Uuid,
  code: Code,
  trust_device: Type.Optional(
    Type.Boolean({
      description: 'Answer a `device_token`, with which a login here needs no code for 90 days.',
    }),
  ),
});
export type OtpLogin = Readonly<Static<typeof OtpLogin>>;

/** How a challenge can be answered. */
export const otpMethods = ['totp', 'recovery_code'] as const;

export const Device = resource('Device', {
  ...recordFields,
  expires_at: Time,
  user_agent: Type.String(),
  ip: Type.String(),
});
export type Device = Readonly<Static<typeof Device>>;
