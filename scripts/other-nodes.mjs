// What `npm run test:deep nodes` does on the releases of Node that people run beside the one of the gate.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeOf, withNode } from './node-release.mjs';
import { root } from './prepare.mjs';
import { DEEP } from './suites.mjs';

/** The oldest that works, and the one before the newest; 22 lies between them. */
export const OTHER_NODES = ['20.19', '24'];
/** Tells the README's first five minutes, by the commands that a newcomer types. */
const STORY = /^test\/acceptance\/(readme|npm-start|imports)\b/;
/** What a release says about itself is for who writes Cairn, not for who runs it. */
const WARNING = /\b(Deprecation|Experimental)?Warning:|\[DEP\d+\]|EBADENGINE/;

/** Whether a spec depends on the code alone, or tells that story. */
export const isForNodes = (file) => (!DEEP.test(file) && !file.startsWith('test/')) || STORY.test(file);

/** The releases that cannot be had: `{ name, product, missing }`, with the reason. Those that can be are installed. */
export const missingNodes = (releases) =>
  releases.flatMap((release) => {
    try {
      nodeOf(release);
      return [];
    } catch (error) {
      return [{ name: `Node ${release}`, product: 'of npm', missing: error.message }];
    }
  });

/** Starts the server until it is ready, and stops it; answers its exit code and all that it said. */
const started = async (binary) => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-node-'));
  const own = { CAIRN_DATA_DIR: folder, CAIRN_PORT: '0', CAIRN_METRICS_PORT: '-1' };
  const env = { ...process.env, ...withNode(binary), ...own };
  const child = spawn(binary, [join(root, 'scripts/start.mjs')], { cwd: root, env });
  let said = '';
  const ready = new Promise((resolve) => {
    const hear = (chunk) => {
      said += chunk;
      if (/ready at/i.test(said)) resolve(true);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
  const exit = once(child, 'exit').then(([code]) => code);
  const timeout = new Promise((resolve) => setTimeout(resolve, 60_000, false).unref());
  const isReady = await Promise.race([ready, timeout, exit.then(() => false)]);
  child.kill('SIGTERM');
  const code = await exit;
  rmSync(folder, { recursive: true, force: true });
  return { isReady, code, said };
};

/** Whether Cairn starts and stops on a release, and nobody who starts it reads a warning of Node; else prints why not. */
export const startsOn = async (release) => {
  const { isReady, code, said } = await started(nodeOf(release));
  const warning = said.split('\n').find((line) => WARNING.test(line));
  if (isReady && code === 0 && warning === undefined) return true;
  console.log(
    warning === undefined
      ? `On Node ${release} Cairn did not start and stop (exit ${code}):\n${said}`
      : `On Node ${release} a user reads: ${warning}`,
  );
  return false;
};
