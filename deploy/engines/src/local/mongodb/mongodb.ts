import { join } from 'node:path';
import type { LocalKind } from '../local-engine.js';
import { mongodbRecipe } from './recipe.js';

/** With a quarter of it the server stands still for seconds once some ten thousand documents with words were written. */
const CACHE = '1G';

/**
 * A replica set of one member. Its address is used directly, as behind a proxy. `--sync-on-commit`: without it writes
 * that were acknowledged with `j: true` are lost when it is killed.
 */
export const mongodb: LocalKind = {
  name: 'mongodb',
  product: mongodbRecipe.product,
  recipe: mongodbRecipe,
  program: async ({ installation, folder, port, environment }) => ({
    command: join(installation, 'bin', 'secantusd-rs'),
    cwd: folder,
    args: [
      ...['--host', '127.0.0.1', '--port', String(port), '--storage-path', join(folder, 'data')],
      ...['--cache-size', CACHE, '--log-level', 'WARNING', '--sync-on-commit', '--log-file-max', '8MB'],
    ],
    environment,
    url: `mongodb://127.0.0.1:${port}/?directConnection=true`,
    isReady: ({ printed }) => printed.includes(`listening on 127.0.0.1:${port}`),
  }),
};
