import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { root } from '../support/topology.js';

const source = pathToFileURL(join(root, 'scripts/with-npm.mjs')).href;
/** Says its pid, and how it was told to end; gives up after a while. */
const STARTED = `import('${source}').then(({ endWithNpm }) => {
  endWithNpm();
  process.on('SIGTERM', () => { console.log('told'); process.exit(0); });
  console.log(process.pid);
  setTimeout(() => { console.log('alone'); process.exit(0); }, 4_000);
});`;
/** In the place of npm: it starts the other as npm does, and waits. */
const NPM = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(STARTED)}], { stdio: 'inherit' });
setInterval(() => undefined, 1_000);`;

describe('what npm has started', () => {
  it.each([
    ['is told to end when npm is gone', { npm_lifecycle_event: 'start' }, 'told'],
    ['outlives another parent: a shell that is closed, say', {}, 'alone'],
  ])(
    '%s',
    async (_, environment, end) => {
      const npm = spawn(process.execPath, ['-e', NPM], {
        env: { PATH: process.env['PATH'] ?? '', ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const lines = text(npm.stdout);
      await once(createInterface({ input: npm.stdout }), 'line');
      npm.kill('SIGKILL');
      expect((await lines).split('\n')[1]).toBe(end);
    },
    20_000,
  );
});
