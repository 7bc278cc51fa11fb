import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts, isFree } from '@cairn/engines';

/** What ran here before and was killed lets go of its ports when it has noticed. */
const FREED_WITHIN_MS = 3_000;
const LOOK_AGAIN_MS = 100;

/** The ports of engines and processes, the same at each start: they are remembered in a file of the folder. */
export class Ports {
  readonly #file: string;
  readonly #known: Record<string, number>;

  constructor(
    folder: string,
    /** Told when a port is another one than before. */
    private readonly say: (line: string) => void,
  ) {
    this.#file = join(folder, 'ports.json');
    this.#known = existsSync(this.#file)
      ? (JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, number>)
      : {};
  }

  async of(name: string): Promise<number> {
    return (await this.row(name, 1))[0]!;
  }

  /** So many in a row; the first is what is remembered. */
  async row(name: string, count: number): Promise<readonly number[]> {
    const before = this.#known[name];
    if (before !== undefined) {
      const row = Array.from({ length: count }, (_, index) => before + index);
      if (await areFreed(row)) return row;
    }
    const row = await this.#newRow(count);
    const first = row[0]!;
    if (before !== undefined)
      this.say(`Port ${before} of ${name} is in use by another program: it is ${first} from now on.`);
    this.#known[name] = first;
    writeFileSync(this.#file, JSON.stringify(this.#known, undefined, 2));
    return row;
  }

  /** Of none that is remembered for something else, which may not listen yet. */
  async #newRow(count: number): Promise<readonly number[]> {
    const known = Object.values(this.#known);
    for (;;) {
      const row = await freePorts(count);
      if (!row.some((port) => known.includes(port))) return row;
    }
  }
}

const areFreed = async (ports: readonly number[]): Promise<boolean> => {
  const deadline = performance.now() + FREED_WITHIN_MS;
  while (!(await Promise.all(ports.map(isFree))).every(Boolean)) {
    if (performance.now() > deadline) return false;
    await pause(LOOK_AGAIN_MS);
  }
  return true;
};
