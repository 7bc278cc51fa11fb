import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Outlives this process by a moment, however that ends: when the pipe to it closes it kills the processes that the last
 * line named and removes the folder. So nothing is left behind by a parent that was killed.
 */
const SCRIPT = `
pids=
while read -r line; do pids=$line; done
[ -z "$pids" ] || kill -KILL $pids 2>/dev/null
rm -rf "$1" 2>/dev/null || { sleep 1; rm -rf "$1"; }
`;

class Keeper {
  readonly folder = mkdtempSync(join(tmpdir(), 'cairn-engines-'));
  readonly #pids = new Set<number>();
  readonly #shell: ChildProcess;

  constructor() {
    this.#shell = spawn('/bin/sh', ['-c', SCRIPT, 'cairn-engines', this.folder], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#shell.unref();
    this.#shell.stdin?.on('error', () => undefined);
  }

  keep(pid: number): void {
    this.#pids.add(pid);
    this.#tell();
  }

  release(pid: number): void {
    this.#pids.delete(pid);
    this.#tell();
  }

  #tell(): void {
    this.#shell.stdin?.write(`${[...this.#pids].join(' ')}\n`);
  }
}

let keeper: Keeper | undefined;

/** Of this process; started when it is asked for first. */
export const theKeeper = (): Keeper => (keeper ??= new Keeper());
