import { PERSON } from '../kit/example-ids.js';
import type {
  APIKey,
  CreateAPIKeyResponse,
  LoginReply,
  RegistrationError,
  Session,
  User,
} from './resources.js';

const times = { created_at: '2026-03-02T09:15:00.000Z', updated_at: '2026-03-02T09:15:00.000Z' };
const secretsNeverTold = { hashed_password: '', apikey: '', reset_token: '', invite_token: '' };

export const exampleUser: User = {
  id: PERSON,
  ...times,
  username: 'ada',
  email: 'ada@example.org',
  name: 'Lovelace',
  firstname: 'Ada',
  ...secretsNeverTold,
  last_login: '2026-03-03T08:00:00.000Z',
  disabled: false,
  is_system_admin: false,
};

export const exampleLoginReply: LoginReply = {
  id: exampleUser.id,
  username: exampleUser.username,
  name: exampleUser.name,
  email: exampleUser.email,
  firstname: exampleUser.firstname,
  apikey: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTk1NTYyYyJ9.c2lnbmF0dXJl',
  expires_at: '2026-03-04T08:00:00.000Z',
  refresh_token: 'cmVmcmVzaC10b2tlbg',
};

export const exampleRegistration = {
  username: 'ada',
  email: 'ada@example.org',
  name: 'Lovelace',
  firstname: 'Ada',
  password: 'correct horse battery',
};

export const exampleRegistrationReply: RegistrationError = {
  message: '',
  severity: 'success',
  registration: { ...exampleRegistration, password: '' },
};

export const exampleAPIKey: APIKey = {
  id: '0195562d-0c52-7a8b-8d31-5e6f70819203',
  ...times,
  user_id: exampleUser.id,
  name: 'nightly import',
  key_prefix: 'ck_7Hq2x',
  scopes: ['datasets:read', 'datasets:write'],
  last_used_at: '2026-03-03T02:00:00.000Z',
  expires_at: '2026-06-01T09:15:00.000Z',
  disabled: false,
};

export const exampleNewAPIKey: CreateAPIKeyResponse = {
  id: exampleAPIKey.id,
  name: exampleAPIKey.name,
  key_prefix: exampleAPIKey.key_prefix,
  key: 'ck_7Hq2xT0w9uYb3VnE5rKp8sLd1fGhJ4kZc6vMxN2aQoWiRtUe',
  scopes: exampleAPIKey.scopes,
  expires_at: '2026-06-01T09:15:00.000Z',
};

export const exampleSession: Session = {
  id: '0195562e-33f0-7d44-b1a2-c3d4e5f60718',
  ...times,
  expires_at: '2026-03-03T09:15:00.000Z',
  current: true,
};
