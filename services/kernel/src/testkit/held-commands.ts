import { command } from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { refuse } from '../base/refusal.js';
import { LogUnavailable } from '../eventlog/port.js';
import { NotYet } from '../reactions/policy.js';
import { defineService } from '../definition/define-service.js';
import type { Service } from '../definition/service.js';
import { serviceCommand } from '../context/command.js';
import { CounterAdded, CounterMade, counter, counters } from './counters.js';

export const add = command('kernel.add', Type.Object({ id: Type.String(), by: Type.Number() }));

/** Commands that were begun and wait until the spec lets them be done. */
export class HeldCommands {
  begun = 0;
  letGo: () => void = () => undefined;
  readonly #until = new Promise<void>((resolve) => (this.letGo = resolve));

  async hold(): Promise<void> {
    this.begun += 1;
    await this.#until;
  }
}

/** Counts, and does what the number says: 13 is refused, 425 comes too early, 500 is a bug, 503 has no log, 3000 is held. */
export const countingService = (held: HeldCommands): Service =>
  defineService({
    name: 'kernel',
    aggregates: [counter],
    commands: [
      serviceCommand(add, async ({ id, by }, context) => {
        if (by === 13) return refuse('conflict', 'Thirteen is not counted.');
        if (by === 425) throw new NotYet('read models are behind');
        if (by === 500) throw new TypeError('a bug with a secret');
        if (by === 503) throw new LogUnavailable('the log is away');
        if (by === 3000) await held.hold();
        return context.execute(counter, id, {
          decide: ({ made }) =>
            made ? [CounterAdded.of({ by })] : [CounterMade.of({ owner: 'o' }), CounterAdded.of({ by })],
        });
      }),
    ],
    projections: [counters],
  });
