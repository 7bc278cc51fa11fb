import { keptPosition } from '../eventlog/kept-position.js';
import { START, type Position } from '../base/position.js';
import type { Registers } from '../registers/port.js';

/** Registers that hold how far a policy is begin with this; its name follows, their value is a position. */
export const POLICY_POSITIONS = 'policy:';

/** So often at most it is kept how far a policy is that had nothing to react to. */
const PASSED_EVERY_MS = 1_000;

/**
 * How far a policy is, in a register. What it reacted to is kept at once. That it passed over others' events is kept a
 * moment later, once for all that came meanwhile: after a crash it passes over them again.
 */
export class PolicyPosition {
  readonly key: string;
  #position: Position = START;
  #timer: NodeJS.Timeout | undefined;
  #keptAt = Number.NEGATIVE_INFINITY;
  #keeping: Promise<unknown> = Promise.resolve();

  constructor(
    name: string,
    private readonly registers: Registers,
  ) {
    this.key = `${POLICY_POSITIONS}${name}`;
  }

  get now(): Position {
    return this.#position;
  }

  async read(): Promise<Position> {
    const register = await this.registers.get(this.key);
    this.#position = typeof register?.value === 'string' ? keptPosition(register.value) : START;
    return this.#position;
  }

  /** Everything up to here was looked at, and something of it reacted to. */
  async reacted(position: Position): Promise<void> {
    this.#position = position;
    await this.#keep();
  }

  /** Everything up to here was looked at, and there was nothing to react to. */
  async passed(position: Position): Promise<void> {
    this.#position = position;
    if (this.#timer !== undefined) return;
    const dueMs = this.#keptAt + PASSED_EVERY_MS - performance.now();
    if (dueMs <= 0) await this.#keep();
    else this.#timer = setTimeout(() => void this.#keepPassed(), dueMs).unref();
  }

  /** Nothing is kept any more that still waits to be. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #keep(): Promise<void> {
    this.end();
    this.#keptAt = performance.now();
    // One after the other: an engine could take two in either order.
    const before = this.#keeping;
    const keeping = before.then(() => this.registers.put(this.key, this.#position, undefined));
    this.#keeping = keeping.catch(() => undefined);
    await keeping;
  }

  /** Registers that cannot be reached are told of by the next who need them. */
  async #keepPassed(): Promise<void> {
    await this.#keep().catch(() => undefined);
  }
}
