import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';

const ended = async (cat: ChildProcess): Promise<void> => {
  const [code] = (await once(cat, 'close')) as [number | null];
  if (code !== 0) throw new Error(`cat ended with ${code}`);
};

/** `cat > file; fsync`, in a temporary folder beside another one, so that it is on the same disk. */
export class CatFolder {
  readonly #folder: string;

  constructor(beside: string) {
    this.#folder = mkdtempSync(join(beside, '../cairn-bench-cat-'));
  }

  get file(): string {
    return join(this.#folder, 'file');
  }

  /** Answers when all of it is on the disk. */
  async write(content: Readable): Promise<void> {
    const cat = spawn('sh', ['-c', 'cat > "$0"', this.file], { stdio: ['pipe', 'ignore', 'inherit'] });
    await Promise.all([ended(cat), pipeline(content, cat.stdin)]);
    const file = await open(this.file, 'r+');
    await file.sync();
    await file.close();
  }

  /** Sends what was written through a pipe to `sink`. */
  async read(sink: (bytes: Readable) => Promise<void>): Promise<void> {
    const cat = spawn('cat', [this.file], { stdio: ['ignore', 'pipe', 'inherit'] });
    await Promise.all([ended(cat), sink(cat.stdout)]);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
