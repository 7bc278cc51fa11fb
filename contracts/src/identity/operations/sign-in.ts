import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { ok } from '../../kit/replies.js';
import { Uuid } from '../../kit/schemas.js';
import {
  exampleLoginReply,
  exampleRegistration,
  exampleRegistrationReply,
  exampleUser,
} from '../examples.js';
import {
  Credentials,
  EmailVerificationState,
  LoginReply,
  NewPassword,
  NewPasswordRequest,
  RefreshRequest,
  Registration,
  RegistrationError,
  ResetPasswordRequest,
  ResetPasswordState,
  VerifiedEmail,
} from '../resources.js';

const tag = 'Account';
const ResetParams = Type.Object({
  user_id: Uuid,
  reset_token: Type.String({ minLength: 1, maxLength: 500 }),
});
const VerifyParams = Type.Object({ token: Type.String({ minLength: 1, maxLength: 500 }) });
const exampleToken = 'cmVzZXQtdG9rZW4tb2YtYWRh';

export const login = operation({
  id: 'login',
  toldOnce: true,
  tag,
  summary: 'Sign in',
  description:
    'The answer’s `apikey` is the bearer of later requests. An account with a second factor is answered `otp_required` instead, but from a device that it trusts (`device_token`).',
  method: 'POST',
  path: '/api/v1/login',
  access: 'anonymous',
  rateClass: 'login',
  body: Credentials,
  replies: ok('A session began.', LoginReply),
  errors: ['invalid_credentials', 'otp_required', 'account_disabled', 'account_locked'],
  example: { body: { username: 'ada', password: 'correct horse battery' }, reply: exampleLoginReply },
});

export const refreshToken = operation({
  id: 'refreshToken',
  toldOnce: true,
  tag,
  summary: 'Go on with a session',
  description:
    'Gives a new bearer and a new refresh token. Using an old refresh token again ends the session, except for a retry: the last one used still gives its successor for 30 seconds.',
  method: 'POST',
  path: '/api/v1/token/refresh',
  access: 'anonymous',
  rateClass: 'login',
  body: RefreshRequest,
  replies: ok('The session goes on.', LoginReply),
  errors: ['refresh_token_invalid', 'account_disabled'],
  example: { body: { refresh_token: 'cmVmcmVzaC10b2tlbg' }, reply: exampleLoginReply },
});

export const logout = operation({
  id: 'logout',
  tag,
  summary: 'Sign out',
  description: 'Ends the session of the bearer, or all sessions of the user.',
  method: 'POST',
  path: '/api/v1/logout',
  access: 'signed-in',
  query: Type.Object({
    all: Type.Optional(Type.Boolean({ description: 'End every session of the user.' })),
  }),
  replies: { 204: { description: 'The session is over.' } },
  errors: ['session_required'],
});

export const register = operation({
  id: 'register',
  tag,
  summary: 'Create an account',
  description: 'Refusals come in the shape of the answer, with `severity` `error`, not as a problem.',
  method: 'POST',
  path: '/api/v1/register',
  access: 'anonymous',
  rateClass: 'login',
  body: Registration,
  replies: {
    201: { description: 'The account exists.', schema: RegistrationError },
    409: { description: 'The user name or the e-mail address is taken.', schema: RegistrationError },
    422: { description: 'The registration is not valid.', schema: RegistrationError },
  },
  errors: ['login_taken', 'email_taken', 'password_too_weak', 'registration_limit'],
  example: { body: exampleRegistration, reply: exampleRegistrationReply },
});

export const requestPasswordReset = operation({
  id: 'requestPasswordReset',
  toldOnce: true,
  tag,
  summary: 'Ask for a reset of the password',
  description:
    'Mails a link that is good for an hour. The answer is the same whether the account exists or not.',
  method: 'POST',
  path: '/api/v1/resetpassword',
  access: 'anonymous',
  rateClass: 'login',
  body: ResetPasswordRequest,
  replies: ok('If there is such an account, a mail is on its way.', ResetPasswordRequest),
  example: { body: { login: 'ada' }, reply: { login: 'ada' } },
});

export const getPasswordReset = operation({
  id: 'getPasswordReset',
  tag,
  summary: 'See whether a reset link is still good',
  description: 'Reading does not use the link up.',
  method: 'GET',
  path: '/api/v1/resetpassword/{user_id}/{reset_token}',
  access: 'anonymous',
  rateClass: 'login',
  params: ResetParams,
  replies: ok('The link is good.', ResetPasswordState),
  errors: ['reset_token_invalid'],
  example: { reply: { valid: true, user_id: exampleUser.id, expires_at: '2026-03-03T09:15:00.000Z' } },
});

export const resetPassword = operation({
  id: 'resetPassword',
  tag,
  summary: 'Set a new password with a reset link',
  description:
    'Uses the link up and ends all sessions of the user, and all API keys unless `keep_api_keys` is true.',
  method: 'PUT',
  path: '/api/v1/resetpassword/{user_id}/{reset_token}',
  access: 'anonymous',
  rateClass: 'login',
  params: ResetParams,
  body: NewPassword,
  replies: ok('The new password is set.', NewPasswordRequest),
  errors: ['reset_token_invalid', 'password_mismatch', 'password_too_weak'],
  example: {
    body: { password: 'battery staple horse', repeat_password: 'battery staple horse' },
    reply: {
      user_id: exampleUser.id,
      reset_token: exampleToken,
      password: '',
      repeat_password: '',
      message: '',
    },
  },
});

export const getEmailVerification = operation({
  id: 'getEmailVerification',
  tag,
  summary: 'See whether a link to verify an e-mail address is still good',
  description: 'Reading does not use the link up.',
  method: 'GET',
  path: '/api/v1/verification/{token}',
  access: 'anonymous',
  rateClass: 'login',
  params: VerifyParams,
  replies: ok('The link is good.', EmailVerificationState),
  errors: ['verify_token_invalid'],
  example: { reply: { valid: true, user_id: exampleUser.id, expires_at: '2026-03-04T09:15:00.000Z' } },
});

export const verifyEmail = operation({
  id: 'verifyEmail',
  tag,
  summary: 'Verify an e-mail address with a mailed link',
  description:
    'Uses the link up. What was shared with this address, and the organizations that invited it, are accepted then.',
  method: 'POST',
  path: '/api/v1/verification/{token}',
  access: 'anonymous',
  rateClass: 'login',
  params: VerifyParams,
  replies: ok('The address is verified.', VerifiedEmail),
  errors: ['verify_token_invalid'],
  example: { reply: { user_id: exampleUser.id, email_verified: true } },
});
