/** What a container is told of the image: the last stage of the Dockerfile says the same. */
export interface Image {
  readonly user: string;
  readonly workingDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
  /** REST and metrics. */
  readonly ports: readonly number[];
  readonly labels: Readonly<Record<string, string>>;
}

/** Who runs in the image, and the group of that. */
export const USER_ID = 10_001;
/** The one folder, beside that of temporary files, in which who runs there may write: a volume where data are kept. */
export const DATA = '/data';
export const APP = '/app';
export const NODE = '/usr/bin/node';
export const LOCALE = 'en_US';

export const imageOf = (version: string): Image => ({
  user: `${USER_ID}:${USER_ID}`,
  workingDir: APP,
  env: {
    PATH: '/usr/bin',
    NODE_ENV: 'production',
    LANG: `${LOCALE}.UTF-8`,
    LC_ALL: `${LOCALE}.UTF-8`,
    TMPDIR: '/tmp',
    HOME: '/tmp',
    CAIRN_HOST: '0.0.0.0',
    CAIRN_DATA_DIR: `${DATA}/cairn`,
  },
  ports: [8080, 9464],
  entrypoint: [NODE],
  cmd: [`${APP}/deploy/image/dist/main.js`],
  labels: {
    'org.opencontainers.image.title': 'Cairn',
    'org.opencontainers.image.description':
      'A multi-tenant backend for machine-learning assets that never forgets',
    'org.opencontainers.image.licenses': 'Apache-2.0',
    'org.opencontainers.image.version': version,
  },
});
