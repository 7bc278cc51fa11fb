import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** What is written: each makes one effect that can be found again by its marker. */
export const kinds = ['dataset', 'item', 'annotation', 'rename', 'inference'] as const;

/** Written before the request is sent. */
export interface Intent {
  /** Names the effect; no two intents have the same. */
  readonly marker: string;
  readonly kind: (typeof kinds)[number];
  /** The shared item that is annotated. */
  readonly item?: string;
  /** The `Idempotency-Key`, when it is sent with one. */
  readonly key?: string;
}

/** Written after a good answer. */
export interface Ack {
  readonly marker: string;
  /** Of the resource in the answer. */
  readonly id: string;
}

/** What a client knows for certain, in a file of its own: every line is on disk before the next step. */
export class Ledger {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'a');
  }

  intend(intent: Intent): void {
    this.#write({ intent });
  }

  acknowledge(ack: Ack): void {
    this.#write({ ack });
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(line: object): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
    fsyncSync(this.#file);
  }
}

export interface Known {
  readonly intents: readonly Intent[];
  /** Ids by marker. */
  readonly acks: ReadonlyMap<string, string>;
}

type Line = { readonly intent: Intent } | { readonly ack: Ack };

/** What is known by now; a line that is being written is not. */
export const readLedger = (path: string): Known => {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
  return {
    intents: lines.flatMap((line) => ('intent' in line ? [line.intent] : [])),
    acks: new Map(lines.flatMap((line) => ('ack' in line ? [[line.ack.marker, line.ack.id]] : []))),
  };
};
