// A supervisor or a container knows npm, not what npm has started.
import { clearInterval, setInterval } from 'node:timers';

const LOOK_MS = 500;

/**
 * Ends this process in an orderly way when npm, which started it, is gone without a word (SIGKILL). What npm is told it
 * tells its child, which is this process: the scripts of `package.json` begin with `exec`, or a shell would stand between.
 */
export const endWithNpm = () => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const npm = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  looking.unref();
};
