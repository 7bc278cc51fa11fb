import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventLog } from '../eventlog/index.js';
import { type EventToAppend, NO_STREAM } from '../eventlog/port.js';
import type { RunningProcess } from '../process/run-process.js';
import { startServiceProcess } from '../process/service-process.js';
import { defineService } from '../definition/define-service.js';
import { readConfig } from '../config/read-config.js';
import type { Service } from '../definition/service.js';
import { openSqliteVault } from '../vault/index.js';
import { counter, counters } from './counters.js';

export const countingAlone = defineService({
  name: 'kernel',
  aggregates: [counter],
  commands: [],
  projections: [counters],
});

/** A service alone in its process, on engines in a folder of its own. */
export class ServiceAlone {
  readonly folder = mkdtempSync(join(tmpdir(), 'cairn-service-'));
  readonly #running = new Set<RunningProcess>();

  constructor(private readonly service: Service = countingAlone) {}

  /** A log in which an event of a counter stands. */
  async withEvent(event: EventToAppend): Promise<void> {
    const vault = openSqliteVault({ path: join(this.folder, 'vault.db') });
    const log = openSqliteEventLog({ path: join(this.folder, 'log.db') });
    await log.append({ stream: 'counter-a', expected: NO_STREAM, events: [event] });
    await log.close();
    await vault.close();
  }

  /** Takes the log away; what was made of it stays. */
  loseLog(): void {
    for (const name of readdirSync(this.folder).filter((one) => one.startsWith('log.db')))
      rmSync(join(this.folder, name));
  }

  async start(delayMs = 0) {
    const settings = {
      CAIRN_DATA_DIR: this.folder,
      CAIRN_PORT: '0',
      CAIRN_METRICS_PORT: '0',
      CAIRN_LOG_LEVEL: 'silent',
      CAIRN_PROJECTION_DELAY_MS: String(delayMs),
    };
    const running = await startServiceProcess(this.service, readConfig(settings));
    this.#running.add(running);
    const url = /is ready at (\S+)/.exec(running.greeting[0] ?? '')?.[1] ?? '';
    const metricsUrl = /^Metrics: (\S+)/.exec(running.greeting[1] ?? '')?.[1] ?? '';
    const asked = async (at: string | URL) => {
      const answer = await fetch(at);
      return { status: answer.status, body: await answer.json() };
    };
    return {
      ready: () => asked(`${url}/readyz`),
      probed: (path: string) => asked(new URL(path, metricsUrl)),
    };
  }

  /** Ends what runs; its files stay. */
  async stop(): Promise<void> {
    const running = [...this.#running];
    this.#running.clear();
    await Promise.all(running.map(({ stop }) => stop()));
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }
}
