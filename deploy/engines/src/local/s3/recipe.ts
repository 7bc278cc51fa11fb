import { join } from 'node:path';
import { runCommand } from '../../install/command.js';
import type { Recipe } from '../../install/installation.js';

const VERSION = '1.7.0';
const STATIC = { CGO_ENABLED: '0' };
const GO = ['install', '-trimpath', `github.com/versity/versitygw/cmd/versitygw@v${VERSION}`];

export const s3Recipe: Recipe = {
  name: 's3',
  product: `versitygw ${VERSION}`,
  version: VERSION,
  ingredients: [...GO, JSON.stringify(STATIC)],
  tools: [{ command: 'go', what: 'Go 1.25 or newer' }],
  packages: [],
  takes: 'about 2 minutes: it is compiled',
  build: async (folder) => {
    await runCommand('go', GO, { cwd: folder, environment: { ...STATIC, GOBIN: join(folder, 'bin') } });
  },
};
