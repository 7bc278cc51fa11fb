import type { OtherService } from '../context/other-services.js';
import type { ServiceTools } from '../context/service-tools.js';
import { Crash } from './crashing-log.js';

/** Before an effect is made, or after it and before its answer is there. */
export type When = 'before' | 'after';

/** What a worker does beside commands and calls; it has no effect on what is durable. */
const OTHERS = ['log', 'streams', 'registers', 'documents', 'blobs', 'vault'] as const;

/**
 * For specs: the tools of a worker whose process ends before or after its effect of a number: a command to its own service or
 * to another one. Nothing that the worker waits for then comes back, and nothing that it does reaches anybody.
 */
export class CrashingTools {
  readonly tools: ServiceTools;
  /** What it did, in order. */
  readonly effects: string[] = [];
  #isDead = false;
  #bury: (crash: Crash) => void = () => undefined;
  readonly #grave = new Promise<never>((_, reject) => (this.#bury = reject));

  constructor(
    real: ServiceTools,
    private readonly at = Infinity,
    private readonly when: When = 'before',
  ) {
    this.#grave.catch(() => undefined);
    const others = Object.fromEntries(OTHERS.map((name) => [name, this.#mortal(real[name])]));
    const services = new Proxy(real.services, {
      get: (target, name) => this.#service(target[name as keyof typeof target]),
    });
    this.tools = {
      ...{ ...real, ...others, services },
      execute: (command, input, call) => this.#effect(command.name, () => real.execute(command, input, call)),
      reached: (position, ms) => this.#alive(() => real.reached(position, ms)),
    };
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Its process is gone: also when it came to no effect of the number. */
  kill(): void {
    this.#isDead = true;
  }

  /** What hangs goes, so that the process of the spec can end. */
  bury(): void {
    this.#isDead = true;
    this.#bury(new Crash());
  }

  #service({ execute, query }: OtherService): OtherService {
    return {
      execute: (command, input, call) => this.#effect(command.name, () => execute(command, input, call)),
      query: (asked, input, call) => this.#alive(() => query(asked, input, call)),
    };
  }

  async #effect<Reply>(name: string, make: () => Promise<Reply>): Promise<Reply> {
    if (this.isDead) return this.#grave;
    this.effects.push(name);
    if (this.effects.length !== this.at) return this.#alive(make);
    if (this.when === 'after') await make();
    this.kill();
    return this.#grave;
  }

  async #alive<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (this.isDead) return this.#grave;
    const answer = await ask();
    return this.#unlessDead(answer);
  }

  async #unlessDead<Answer>(answer: Answer): Promise<Answer> {
    return this.isDead ? this.#grave : answer;
  }

  #mortal<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, name): unknown => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        const call = (...given: unknown[]): unknown => Reflect.apply(member, target, given);
        if (name === 'subscribe') return call;
        return (...given: unknown[]): unknown => {
          if (this.isDead) return this.#grave;
          const answer = call(...given);
          return answer instanceof Promise ? this.#alive<unknown>(() => answer as Promise<unknown>) : answer;
        };
      },
    });
  }
}
