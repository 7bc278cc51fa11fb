import { isRefusal, type Refusal } from '../base/refusal.js';
import type { Json } from '../base/json-value.js';
import { OutcomeUnknown } from '../errors/cairn-error.js';
import type { Registers } from './port.js';

/** Longer than a command may take: so long others wait when the process ends in between. */
const HELD_MS = 60_000;

/** What one command has for itself by a register, where no stream decides. */
export class Mutex {
  /** Of the register, as this command wrote it. */
  #revision: number | undefined;

  constructor(
    private readonly registers: Pick<Registers, 'get' | 'compareAndSet'>,
    private readonly key: string,
  ) {}

  /** Takes it, and answers whether it did: not while what has it hinders. Of several that ask at once one goes on. */
  async take(own: Json, hinders: (held: Json | undefined) => Promise<boolean>): Promise<boolean> {
    for (;;) {
      const held = await this.registers.get(this.key);
      if (await hinders(held?.value)) return false;
      const taken = await this.registers.compareAndSet(this.key, held?.revision, own, HELD_MS);
      this.#revision = taken?.revision;
      if (taken !== undefined) return true;
    }
  }

  /** Runs the command and lets go when nothing came of it: not while the outcome is unknown, for it may be done still. */
  async during<Done extends object>(run: () => Promise<Done | Refusal>): Promise<Done | Refusal> {
    const done = await run().catch(async (error: unknown) => {
      if (!(error instanceof OutcomeUnknown)) await this.letGo();
      throw error;
    });
    if (isRefusal(done)) await this.letGo();
    return done;
  }

  /** Only what this command took. */
  async letGo(): Promise<void> {
    if (this.#revision === undefined) return;
    await this.registers.compareAndSet(this.key, this.#revision, null, 0);
  }
}
