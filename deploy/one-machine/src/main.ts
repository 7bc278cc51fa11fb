import { join, resolve } from 'node:path';
import { administratorLine } from '@cairn/identity';
import { type Config, metricsLines, nameEveryLine, runProcess, type RunningProcess } from '@cairn/kernel';
import { type Host, startHost } from './host.js';
import { type Logs, logsInFolder, logsOnStderr, NAMES } from './logs.js';

export interface MainOptions {
  /** A person has started it and looks at its terminal: the log goes to a file in the data folder. */
  readonly isForPerson?: boolean;
}

/** Starts everything in this process and prints where to go. */
export const main = ({ isForPerson = false }: MainOptions = {}): Promise<void> => {
  if (!isForPerson) nameEveryLine(() => NAMES);
  return runProcess((config) =>
    startOneMachine(
      config,
      isForPerson && config.CAIRN_LOG_BYTES > 0 ? logsInFolder(config) : logsOnStderr(config),
    ),
  );
};

/** All of Cairn in this process. Throws `StartError`. */
export const startOneMachine = async (
  config: Config,
  logs: Logs = logsOnStderr(config),
): Promise<RunningProcess> => {
  const host = await startHost(config, logs);
  return {
    greeting: greetingOf(host, logs, config),
    farewell: 'Cairn has stopped.',
    stop: () => host.stop(),
  };
};

const greetingOf = (host: Host, { path }: Logs, config: Config): readonly string[] => [
  `Cairn is ready at ${host.url}`,
  `Documentation: ${host.url}/docs`,
  ...metricsLines(host.metricsUrl),
  ...(path === undefined ? [] : [`Log: ${path}`]),
  ...mailLines(config),
  ...(host.administrator === undefined ? [] : [administratorLine(host.administrator)]),
];

/** Who is asked by mail finds it there, while no mail server is set. */
const mailLines = ({ CAIRN_SMTP_URL: server, CAIRN_DATA_DIR: folder }: Config): readonly string[] =>
  server === '' ? [`Mails: ${join(resolve(folder), 'mail')}`] : [];

if (require.main === module) void main();
