import { administratorLine } from '@cairn/identity';
import { runProcess } from '@cairn/kernel';
import { type Host, startHost } from './host.js';

/** Starts everything in this process and prints where to go. */
export const main = (): Promise<void> =>
  runProcess(async (config) => {
    const host = await startHost(config);
    return { greeting: greetingOf(host), stop: () => host.stop() };
  });

const greetingOf = (host: Host): readonly string[] => [
  `Cairn is ready at ${host.url}`,
  `Documentation: ${host.url}/docs`,
  ...(host.metricsUrl === undefined ? [] : [`Metrics: ${host.metricsUrl}`]),
  ...(host.administrator === undefined ? [] : [administratorLine(host.administrator)]),
];

if (require.main === module) void main();
