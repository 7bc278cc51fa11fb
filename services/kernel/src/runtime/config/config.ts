import { type Static, Type } from '@sinclair/typebox';
import { clusterSettings, engineSettings } from './engine-settings.js';
import { defaultFileLimits } from './file-limits.js';

/**
 * Everything that can be set, each with a sentence and an example: `.env.example` is written from this.
 * Read once, in `main`, into a frozen object (architecture, *Configuration*).
 */
export const Config = Type.Object({
  CAIRN_HOST: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description: 'Address that the REST interface listens on.',
  }),
  CAIRN_PORT: Type.Integer({
    default: 8080,
    minimum: 0,
    maximum: 65535,
    description: 'Port of the REST interface; 0 takes a free one.',
  }),
  CAIRN_METRICS_PORT: Type.Integer({
    default: 9464,
    minimum: -1,
    maximum: 65535,
    description: 'Port of the Prometheus metrics, on the same address; 0 takes a free one, -1 serves none.',
  }),
  CAIRN_DATA_DIR: Type.String({
    default: '.cairn',
    minLength: 1,
    description: 'Folder of all data; made when it is not there.',
  }),
  CAIRN_BASE_URL: Type.String({
    default: '',
    pattern: '^(https?://[^/]+[^?#]*[^/?#]|https?://[^/?#]+|)$',
    format: 'public-address',
    description:
      'Where people reach the service, without a slash at the end: used for links. Empty: http://<host>:<port>.',
  }),
  CAIRN_ADMIN_EMAIL: Type.String({
    default: 'admin@cairn.localhost',
    pattern: '^[^@\\s]+@[^@\\s]+$',
    description: 'E-mail address of the first administrator.',
  }),
  CAIRN_ADMIN_PASSWORD: Type.String({
    default: '',
    pattern: '^(?=.*\\S)(.{12,})$|^$',
    description:
      'Password of the first administrator, 12 characters or more. Empty: made up and printed once.',
  }),
  CAIRN_SECRET: Type.String({
    default: '',
    pattern: '^(.{16,}|)$',
    description:
      'Wraps the keys in the vault, 16 characters or more. Empty: they lie in the vault as they are.',
  }),
  CAIRN_SECRET_BEFORE: Type.String({
    default: '',
    pattern: '^(.{16,}|none|)$',
    description:
      'For a start while no other process of Cairn runs: the secret that wraps the vault until now, `none` when there is none; the vault is wrapped anew by CAIRN_SECRET. Empty: it is not.',
  }),
  CAIRN_LOG_LEVEL: Type.Union(
    (['', 'silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const).map((level) =>
      Type.Literal(level),
    ),
    {
      default: '',
      description:
        'How much is logged on stderr, as JSON lines. Empty: `warn`; under `npm start` what wants you, in plain words.',
    },
  ),
  CAIRN_LOG_BYTES: Type.Integer({
    default: 40 * 1024 * 1024,
    minimum: 0,
    description:
      'What the log that `npm start` keeps in the data folder may take, bytes; the oldest lines go first. 0: none is kept.',
  }),
  CAIRN_MAIL_FROM: Type.String({
    default: 'cairn@localhost',
    pattern: '^[^@\\s]+@[^@\\s]+$',
    description: 'Sender of mails.',
  }),
  CAIRN_TRUSTED_PROXIES: Type.String({
    default: '',
    format: 'networks',
    description: 'Addresses of proxies whose X-Forwarded-For is believed, with commas between.',
  }),
  CAIRN_RATE_LOGIN: Type.Integer({
    default: 10,
    minimum: 0,
    description: 'Logins, registrations and resets a minute for each client; 0 is no limit.',
  }),
  CAIRN_RATE_ANONYMOUS: Type.Integer({
    default: 300,
    minimum: 0,
    description: 'Other anonymous requests a minute for each client; 0 is no limit.',
  }),
  CAIRN_RATE_DEFAULT: Type.Integer({
    default: 0,
    minimum: 0,
    description: 'Requests a minute for each signed-in caller; 0 is no limit.',
  }),
  CAIRN_MAX_REQUESTS: Type.Integer({
    default: 100,
    minimum: 1,
    description:
      'Requests that a gateway works on at the same time, and as many transfers of files beside them; the next is told to come again.',
  }),
  CAIRN_MAX_JSON_BYTES: Type.Integer({
    default: 10 * 1024 * 1024,
    minimum: 1024,
    description: 'Largest JSON body, bytes.',
  }),
  CAIRN_MAX_ITEM_FILE_BYTES: Type.Integer({
    default: defaultFileLimits.itemFile,
    minimum: 1024,
    description: 'Largest file of an item, bytes.',
  }),
  CAIRN_MAX_ARCHIVE_BYTES: Type.Integer({
    default: defaultFileLimits.archive,
    minimum: 1024,
    description: 'Largest archive to import, bytes.',
  }),
  CAIRN_PROJECTION_DELAY_MS: Type.Integer({
    default: 0,
    minimum: 0,
    description: 'Holds read models back, milliseconds: only for tests of read-your-writes.',
  }),
  CAIRN_OTLP_ENDPOINT: Type.String({
    default: '',
    format: 'http-address',
    description:
      'OpenTelemetry collector (OTLP over HTTP) that gets traces, at /v1/traces unless it has a path. Empty: none.',
  }),
  ...engineSettings,
  ...clusterSettings,
});
export type Config = Readonly<Static<typeof Config>>;

/** The configuration is wrong; the message lists everything that is. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
