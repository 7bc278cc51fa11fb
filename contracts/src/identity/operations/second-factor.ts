import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { deleted, ok } from '../../kit/replies.js';
import { Uuid } from '../../kit/schemas.js';
import { exampleLoginReply, exampleSession } from '../examples.js';
import { CurrentPassword, LoginReply } from '../resources.js';
import { Device, OtpConfirmation, OtpEnrolment, OtpLogin, OtpRemoval, OtpState } from '../second-factor.js';
import { passwordErrors } from './password-errors.js';

const tag = 'Account';
const path = '/api/v1/me/otp';
const exampleState: OtpState = {
  enabled: true,
  pending: false,
  enabled_at: '2026-03-02T09:15:00.000Z',
  recovery_codes_left: 10,
};
const exampleDevice: Device = {
  id: exampleSession.id,
  created_at: exampleSession.created_at,
  updated_at: exampleSession.updated_at,
  expires_at: '2026-06-01T09:15:00.000Z',
  user_agent: 'Mozilla/5.0',
  ip: '192.0.2.1',
};

export const loginWithOtp = operation({
  id: 'loginWithOtp',
  toldOnce: true,
  tag,
  summary: 'Complete a login with a one-time password',
  description:
    'Answers the challenge that a login was refused with (`otp_required`). Five wrong codes end the challenge; a code is taken once.',
  method: 'POST',
  path: '/api/v1/login/otp',
  access: 'anonymous',
  rateClass: 'login',
  body: OtpLogin,
  replies: ok('A session began.', LoginReply),
  errors: ['otp_challenge_invalid', 'otp_invalid', 'account_disabled', 'account_locked'],
  example: {
    body: { challenge_id: exampleSession.id, code: '492039', trust_device: true },
    reply: { ...exampleLoginReply, device_token: 'ZGV2aWNlLXRva2Vu' },
  },
});

export const getOtp = operation({
  id: 'getOtp',
  tag,
  summary: 'See whether your logins ask for a one-time password',
  method: 'GET',
  path,
  access: 'me:read',
  replies: ok('How it stands.', OtpState),
  example: { reply: exampleState },
});

export const enrolOtp = operation({
  id: 'enrolOtp',
  toldOnce: true,
  tag,
  summary: 'Set up one-time passwords',
  description:
    'Tells a secret for an authenticator, and ten recovery codes, this once. Logins ask for a code once `PUT` has confirmed one. ' +
    'Done again before that, the secret of before is void. Needs `password`, or a sign-in of the last five minutes.',
  method: 'POST',
  path,
  access: 'me:write',
  asksPassword: true,
  body: CurrentPassword,
  bodyOptional: true,
  replies: ok('The secret, told this once.', OtpEnrolment),
  errors: ['session_required', ...passwordErrors, 'otp_enabled'],
  example: {
    body: {},
    reply: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      otpauth_uri:
        'otpauth://totp/Cairn:ada?issuer=Cairn&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
      recovery_codes: ['7k2mp-9xq4t', 'b3f6h-w8n5v'],
    },
  },
});

export const confirmOtp = operation({
  id: 'confirmOtp',
  tag,
  summary: 'Confirm one-time passwords',
  description: 'With a code of the secret that was told; every login asks for one from now on.',
  method: 'PUT',
  path,
  access: 'me:write',
  rateClass: 'login',
  body: OtpConfirmation,
  replies: ok('Logins ask for a code.', OtpState),
  errors: ['session_required', 'otp_incorrect', 'otp_not_enrolled', 'otp_enabled', 'account_locked'],
  example: { body: { code: '492039' }, reply: exampleState },
});

export const removeOtp = operation({
  id: 'removeOtp',
  tag,
  summary: 'Turn one-time passwords off',
  description:
    'With a code or the current password. No device is trusted any more, and the secret is destroyed.',
  method: 'DELETE',
  path,
  access: 'me:write',
  rateClass: 'login',
  body: OtpRemoval,
  replies: { 204: { description: 'Logins need the password alone.' } },
  errors: ['session_required', 'otp_incorrect', 'password_incorrect', 'otp_not_enrolled', 'account_locked'],
  example: { body: { code: '492039' } },
});

export const listDevices = operation({
  id: 'listDevices',
  tag,
  summary: 'List the devices that you trust',
  method: 'GET',
  path: '/api/v1/me/devices',
  access: 'me:read',
  list: { sort: ['created_at', 'expires_at'], defaultSort: '-created_at', filters: {} },
  replies: ok('The devices from which a login needs no code, at most 20.', Type.Array(Device)),
  example: { reply: [exampleDevice] },
});

export const revokeDevice = operation({
  id: 'revokeDevice',
  tag,
  summary: 'Trust a device no more',
  description: 'The next login from there asks for a code.',
  method: 'DELETE',
  path: '/api/v1/me/devices/{device_id}',
  access: 'me:write',
  params: Type.Object({ device_id: Uuid }),
  replies: deleted('The trust', Device),
  example: { reply: exampleDevice },
});
