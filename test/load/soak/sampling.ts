import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningCairn } from '../../support/topology.js';
import type { RunningCluster } from '../../support/topologies/cluster.js';
import type { Measured } from './flatness.js';

/** What is looked at in a process; bytes and counts. */
export interface Sample {
  readonly rss: number;
  /** What the last collection left. */
  readonly heap: number;
  readonly descriptors: number;
  /** Timers, sockets and requests that the event loop waits for. */
  readonly resources: number;
}

interface Watched {
  readonly name: string;
  readonly pid: number;
  readonly metricsUrl: string;
}

const MB = 1024 ** 2;

/** How each is judged. A page cache that fills, or a pool that takes one more connection, is no leak. */
export const JUDGED: Readonly<Record<keyof Sample, Omit<Measured, 'values'>>> = {
  rss: { counts: 'middle', mayGrow: { share: 0.1, by: 24 * MB } },
  heap: { counts: 'least', mayGrow: { share: 0.1, by: 8 * MB } },
  descriptors: { counts: 'middle', mayGrow: { share: 0.1, by: 4 } },
  resources: { counts: 'middle', mayGrow: { share: 0.1, by: 8 } },
};

const isCluster = (cairn: RunningCairn): cairn is RunningCluster => 'processes' in cairn;

const watchedIn = (cairn: RunningCairn): readonly Watched[] => {
  if (!isCluster(cairn)) return [{ name: 'cairn', pid: cairn.pid ?? 0, metricsUrl: cairn.metricsUrl }];
  return cairn
    .processes()
    .flatMap(({ name, pid, metricsUrl }) => (metricsUrl === undefined ? [] : [{ name, pid, metricsUrl }]));
};

const sampleOf = async ({ pid, metricsUrl }: Watched): Promise<Sample> => {
  const metrics = await (await fetch(metricsUrl)).text();
  const metric = (name: string): number => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1];
    if (value === undefined) throw new Error(`${metricsUrl} does not tell ${name}`);
    return Number(value);
  };
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return {
    rss: Number(kilobytes) * 1024,
    heap: metric('cairn_nodejs_heap_live_bytes'),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    resources: metric('nodejs_active_resources_total'),
  };
};

/** Samples of every process of a Cairn, by its name. Throws when one was replaced by another meanwhile. */
export class Sampling {
  readonly samples: ReadonlyMap<string, Sample[]>;
  readonly #watched: readonly Watched[];
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;

  constructor(cairn: RunningCairn, everyMs: number) {
    this.#watched = watchedIn(cairn);
    this.samples = new Map(this.#watched.map(({ name }) => [name, []]));
    this.#running = this.#run(everyMs);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(everyMs: number): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await Promise.all(
        this.#watched.map(async (one) => void this.samples.get(one.name)?.push(await sampleOf(one))),
      );
      await pause(everyMs);
    }
  }
}
