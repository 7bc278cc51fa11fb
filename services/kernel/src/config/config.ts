import { type Static, Type } from '@sinclair/typebox';
import { CairnError } from '../errors/cairn-error.js';
import { PATIENCE } from '../clock/patience.js';
import { clusterSettings, engineSettings } from './engine-settings.js';
import { defaultAccountLimits } from './account-limits.js';
import { defaultFileLimits } from './file-limits.js';
import { runnerSettings } from './runner-limits.js';
import { storageSettings } from './storage-settings.js';

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
  CAIRN_METRICS_HOST: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description:
      'Address that the Prometheus metrics listen on, wherever the REST interface does: whoever reaches it reads them.',
  }),
  CAIRN_METRICS_PORT: Type.Integer({
    default: 9464,
    minimum: -1,
    maximum: 65535,
    description:
      'Port of the Prometheus metrics, and of the probes /startupz, /livez and /readyz; 0 takes a free one, -1 serves none.',
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
    description:
      'Logins, registrations and resets a minute for each client, four times as many for a /56 of IPv6, sixteen times for a /48 and an IPv4 /24, until an administrator sets others; 0 is no limit.',
  }),
  CAIRN_RATE_ANONYMOUS: Type.Integer({
    default: 300,
    minimum: 0,
    description:
      'Other anonymous requests a minute for each client, until an administrator sets others; 0 is no limit.',
  }),
  CAIRN_RATE_DEFAULT: Type.Integer({
    default: 0,
    minimum: 0,
    description:
      'Requests a minute for each signed-in caller, until an administrator sets others; 0 is no limit.',
  }),
  CAIRN_MAX_REQUESTS: Type.Integer({
    default: 100,
    minimum: 1,
    description:
      'Requests that a gateway works on at the same time, and as many transfers of files beside them; the next is told to come again.',
  }),
  CAIRN_MAX_SIGN_INS: Type.Integer({
    default: 500,
    minimum: 1,
    description:
      'Requests that sign in, or carry a password, that a gateway works on at the same time, beside the others: failed ones are held back for up to two seconds.',
  }),
  CAIRN_MAX_PASSWORD_HASHES: Type.Integer({
    default: defaultAccountLimits.hashing,
    minimum: 2,
    description:
      'Passwords that an identity service compares or makes at the same time, those that wait included; the next is told to come again.',
  }),
  CAIRN_MAX_REGISTRATIONS_PER_DAY: Type.Integer({
    default: defaultAccountLimits.registrationsPerDay,
    minimum: 0,
    description:
      'Accounts that may be made in a day (UTC) from one IPv4 address or /64 of IPv6, four times as many from a /56, sixteen times from a /48 and an IPv4 /24; 0 is no limit.',
  }),
  CAIRN_MAX_MAILS_PER_DAY: Type.Integer({
    default: defaultAccountLimits.mailsPerDay,
    minimum: 0,
    description:
      'Mails to others that one account may cause in a day (UTC): invitations, made or mailed again, and shares that wait to be accepted; 0 is no limit.',
  }),
  CAIRN_MAX_MAILS_TO_ADDRESS_PER_DAY: Type.Integer({
    default: defaultAccountLimits.mailsToAddressPerDay,
    minimum: 0,
    description: 'The same to one address, whoever causes them; 0 is no limit.',
  }),
  CAIRN_RECENT_SIGN_IN_SECONDS: Type.Integer({
    default: defaultAccountLimits.recentSignInMs / 1000,
    minimum: 0,
    description:
      'For so long after a sign-in its session may change the address, make API keys and delete the account without the password; 0 always asks for it.',
  }),
  CAIRN_PATIENCE: Type.Integer({
    ...PATIENCE,
    description:
      'How many times longer Cairn waits for itself, its engines and its read models. Above 1 it slows failover and revocation; for machines that stand still, as those of tests do.',
  }),
  CAIRN_MAX_JSON_BYTES: Type.Integer({
    default: 10 * 1024 * 1024,
    minimum: 1024,
    description: 'Largest JSON body, bytes.',
  }),
  CAIRN_MAX_JSON_VALUES: Type.Integer({
    default: 150_000,
    minimum: 1_000,
    description:
      'Values of any kind (objects, lists, texts, numbers …) and keys in a JSON body at most. Nobody else is answered while a body is read and checked: some 0.1 s for so many.',
  }),
  CAIRN_MAX_BUFFERED_BYTES: Type.Integer({
    default: 64 * 1024 * 1024,
    minimum: 1024 * 1024,
    description:
      'JSON bodies that a gateway reads or works on at the same time, bytes of all together; the next is told to come again. Answers that clients have not taken yet may be twice as much.',
  }),
  CAIRN_MAX_CONNECTIONS: Type.Integer({
    default: 2000,
    minimum: 10,
    description:
      'Connections to the REST interface at the same time, half of them from one network; more are closed at once.',
  }),
  CAIRN_MAX_CALLER_PERCENT: Type.Integer({
    default: 50,
    minimum: 1,
    maximum: 100,
    description:
      'What one account may hold of the requests, the transfers of files and the bytes of bodies that a gateway has for all, per cent; one session or API key may hold half of that.',
  }),
  CAIRN_MAX_PAST_EVENTS: Type.Integer({
    default: 20_000,
    minimum: 100,
    description:
      'Events that one request may read of the past; a list as of a time that comes to it ends its page early and counts no further.',
  }),
  CAIRN_MAX_PAST_BYTES: Type.Integer({
    default: 64_000_000,
    minimum: 1_000_000,
    description:
      'Bytes that the events which one request reads of the past may take in memory; a list as of a time that comes to it ends its page early and counts no further.',
  }),
  CAIRN_MAX_HEAVY_READS: Type.Integer({
    default: 8,
    minimum: 1,
    maximum: 1000,
    description:
      'Lists as of a time, histories and other reads of more than 1,000 events or 4 MB of them that a gateway works on at the same time; a quarter of them, and one at least, for one caller.',
  }),
  CAIRN_MIN_BYTES_PER_SECOND: Type.Integer({
    default: 4096,
    minimum: 0,
    description:
      'How fast a client must send a body or take an answer, on the average; a slower one is given up. 0: as slow as it likes.',
  }),
  CAIRN_CLIENT_IDLE_SECONDS: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 3600,
    description: 'How long a client may send nothing of a body, or take nothing of an answer.',
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
  CAIRN_MAX_MODEL_ASSET_BYTES: Type.Integer({
    default: defaultFileLimits.modelAsset,
    minimum: 1024,
    description: 'Largest file of a model, bytes; the files of one upload together.',
  }),
  ...storageSettings,
  ...runnerSettings,
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
export class ConfigurationError extends CairnError {
  override readonly name = 'ConfigurationError';
  override readonly explained = true;
}
