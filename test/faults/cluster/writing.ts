import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@cairn/client';
import type { Person } from '../../support/people.js';
import type { RunningCluster } from '../../support/topologies/cluster.js';

const WRITERS = 4;
const BETWEEN_WRITES_MS = 20;

/** Statuses by how many requests were answered so. */
export type Statuses = Readonly<Record<number, number>>;

/** Load through both gateways that goes on until it is stopped: new streams, and streams that grow. */
export class Writing {
  #isOver = false;
  readonly #statuses: Record<number, number> = {};
  readonly #writers: Promise<unknown>;

  constructor(
    private readonly cairn: RunningCluster,
    private readonly person: Person,
  ) {
    const writers = Array.from({ length: WRITERS }, (_, number) => this.#writer(number));
    this.#writers = Promise.allSettled(writers).then(() => Promise.all(writers));
  }

  /** Answers what the requests were answered. */
  async stop(): Promise<Statuses> {
    this.#isOver = true;
    await this.#writers;
    return this.#statuses;
  }

  async #writer(number: number): Promise<void> {
    const { client: first } = this.person;
    const { body: dataset } = await first.call('createDataset', { body: { name: `writer ${number}` } });
    const within = { dataset_id: dataset.id, version_id: dataset.active_version_id ?? '' };
    const { body: item } = await first.call('createDatasetItem', { params: within, body: { name: 'grows' } });
    for (let turn = number; !this.#isOver; turn += 1) {
      const client = createClient({
        baseUrl: this.cairn.gateways[turn % this.cairn.gateways.length]!,
        token: this.person.token,
      });
      const [body, text] = [{ name: `item ${turn}` }, `text ${turn}`];
      this.#count(await client.try('createDatasetItem', { params: within, body }));
      this.#count(
        await client.try('updateDatasetItem', { params: { ...within, id: item.id }, body: { text } }),
      );
      this.#count(await client.try('updateDataset', { params: { id: dataset.id }, body: { notes: text } }));
      await pause(BETWEEN_WRITES_MS);
    }
  }

  #count({ status }: { readonly status: number }): void {
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
  }
}
