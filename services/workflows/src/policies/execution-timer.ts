import { type EventOf, executionEvents, workflowCommands } from '@cairn/contracts';
import type { TimerRules } from '@cairn/kernel';

const { requested, retried, completed, failed, cancelled } = executionEvents;
const begins: ReadonlySet<string> = new Set([requested.name, retried.name]);

const timerId = (executionId: string): string => `execution:${executionId}`;

/** An execution whose version says how long it may take fails when that time is over. */
export const executionTimer: TimerRules = {
  version: 1,
  events: [requested, retried, completed, failed, cancelled],
  set: ({ type, data }, { id }) => {
    if (!begins.has(type)) return [];
    const { deadline: due } = data as EventOf<typeof requested | typeof retried>['data'];
    if (due === undefined) return [];
    return [
      { id: timerId(id), due, command: workflowCommands.expireExecution.name, input: { job_id: id, due } },
    ];
  },
  stop: ({ type }, { id }) => (begins.has(type) ? [] : [timerId(id)]),
};
