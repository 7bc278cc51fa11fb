import { Histogram } from 'prom-client';
import type { Metrics } from '../metrics/metrics.js';

/** What became of a command: events, a refusal, or an error that is nobody's answer. */
export type CommandResult = 'done' | 'refused' | 'failed';
export type ObserveCommand = (command: string, result: CommandResult, seconds: number) => void;

/** Times the commands that a process handles, its own included, and the queries of other services. */
export const measureCommands = ({ registry }: Metrics): ObserveCommand => {
  const histogram = new Histogram({
    name: 'cairn_command_seconds',
    help: 'Time from a command to its outcome, durable',
    labelNames: ['command', 'result'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
    registers: [registry],
  });
  return (command, result, seconds) => histogram.labels(command, result).observe(seconds);
};

/** Handles a command or a query of this name, and tells how long it took and what became of it. */
export const observed = async <Reply extends { readonly status: 'done' | 'answered' | 'refused' }>(
  command: string,
  observe: ObserveCommand,
  handle: () => Promise<Reply>,
): Promise<Reply> => {
  const began = performance.now();
  let result: CommandResult = 'failed';
  try {
    const reply = await handle();
    result = reply.status === 'refused' ? 'refused' : 'done';
    return reply;
  } finally {
    observe(command, result, (performance.now() - began) / 1000);
  }
};
