import { ConfigurationError, readConfig } from '@cairn/kernel';
import { StartError } from './data-folder.js';
import { type Host, startHost } from './host.js';

const STOP_WITHIN_MS = 10_000;

/** Starts everything in this process and prints where to go. A start that cannot go on says why in one sentence and exits 1. */
export const main = async (): Promise<void> => {
  try {
    const file = process.env['CAIRN_CONFIG'];
    if (file !== undefined) process.loadEnvFile(file);
    const host = await startHost(readConfig(process.env));
    stopOnSignals(host);
    greet(host);
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
};

const greet = (host: Host): void => {
  const lines = [
    `Cairn is ready at ${host.url}`,
    `Documentation: ${host.url}/docs`,
    ...(host.metricsUrl === undefined ? [] : [`Metrics: ${host.metricsUrl}`]),
    ...(host.administrator === undefined ? [] : [administratorLine(host.administrator)]),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
};

const administratorLine = ({ email, password }: NonNullable<Host['administrator']>): string =>
  password === undefined
    ? `Administrator: ${email}, with the password of CAIRN_ADMIN_PASSWORD`
    : `Administrator: ${email}, password ${password} (shown once: keep it)`;

/** What is in flight is finished; a second signal, or ten seconds, end it at once. */
const stopOnSignals = (host: Host): void => {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    void host.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

if (require.main === module) void main();
