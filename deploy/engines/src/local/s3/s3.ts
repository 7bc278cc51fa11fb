import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalKind } from '../local-engine.js';
import { answersOk } from './is-ready.js';
import { s3Recipe } from './recipe.js';

const USER = 'cairn';

/**
 * A gateway to a folder. `--concurrency 1` makes conditional writes atomic. It is well on a path that nobody else
 * knows, and only there: so a foreign server on the port is not taken for it.
 */
export const s3: LocalKind = {
  name: 's3',
  product: s3Recipe.product,
  recipe: s3Recipe,
  program: async ({ installation, folder, port, environment }) => {
    const [data, versions, users] = ['data', 'versions', 'users'].map((name) => madeFolder(folder, name));
    const password = passwordIn(folder);
    const health = secretPath();
    const url = `http://127.0.0.1:${port}`;
    return {
      command: join(installation, 'bin', 'versitygw'),
      args: [
        ...[
          '--port',
          `127.0.0.1:${port}`,
          '--region',
          'us-east-1',
          '--quiet',
          '--keep-alive',
          '--health',
          health,
        ],
        ...['--iam-dir', users!, 'posix', '--concurrency', '1', '--versioning-dir', versions!, data!],
      ],
      environment: { ROOT_ACCESS_KEY: USER, ROOT_SECRET_KEY: password, ...environment },
      url,
      user: USER,
      password,
      isReady: async () => (await answersOk(url + health)) && !(await answersOk(url + secretPath())),
    };
  },
};

const secretPath = (): string => `/${randomBytes(16).toString('hex')}`;

const madeFolder = (folder: string, name: string): string => {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
};

/** Made up once for the data and kept beside them. */
const passwordIn = (folder: string): string => {
  const file = join(folder, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(16).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
};
