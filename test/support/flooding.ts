import { setTimeout as pause } from 'node:timers/promises';
import { type Operation, operations } from '@cairn/contracts';
import type { Client, PlainRequest } from '@cairn/client';
import type { Flooder } from './flooder.js';
import { foldingModel, slowAt } from './slow-models.js';

/** Above the least rate of a gateway, 4 KB a second. */
const TRICKLE_BYTES = 1_000;
const TRICKLE_MS = 200;
const TRICKLES = 1_000;
/** Who was refused asks again so much later. */
const AGAIN_MS = 100;
const LINES = 500;

/** Requests of one kind that take long, or are much work. */
export interface FloodKind {
  readonly kind: string;
  /** Whether it asks what runs models. */
  readonly runs?: true;
  /** One of them; `turn` tells it from others. */
  request(flooder: Flooder, turn: number): PlainRequest;
  /** Its answer is read little by little. */
  readonly isTakenSlowly?: true;
}

const trickled = (): ReadableStream<Uint8Array> => {
  let left = TRICKLES;
  return new ReadableStream({
    pull: async (controller) => {
      await pause(TRICKLE_MS);
      controller.enqueue(Buffer.alloc(TRICKLE_BYTES, 32));
      if ((left -= 1) === 0) controller.close();
    },
  });
};

const lines = Array.from({ length: LINES }, (_, n) => JSON.stringify({ text: `line ${n}` })).join('\n');

const at = ({ method, path }: Pick<Operation, 'method' | 'path'>, params: PlainRequest['params']) => ({
  ...{ method, path, params },
});

export const floodKinds: readonly FloodKind[] = [
  {
    kind: 'slow uploads',
    request: ({ item }) => ({
      ...at(operations.uploadDatasetItem, { ...item }),
      file: { name: 'slow.txt', contentType: 'text/plain', content: trickled() },
    }),
  },
  {
    kind: 'slow downloads',
    request: ({ item }) => at(operations.downloadDatasetItem, { ...item }),
    isTakenSlowly: true,
  },
  {
    kind: 'histories and lists of the past',
    request: ({ item: { dataset_id, version_id } }, turn) => ({
      ...(turn % 2 === 0
        ? at(operations.listDatasetHistory, { id: dataset_id })
        : at(operations.listDatasetItems, { dataset_id, version_id })),
      query: {
        limit: 1_000,
        as_of: turn % 2 === 0 ? undefined : new Date(Date.now() - 1_000).toISOString(),
      },
    }),
  },
  {
    kind: 'inferences',
    runs: true,
    request: ({ model }) => ({ ...at(operations.runModel, { model_id: model }), body: slowAt(1_500) }),
  },
  {
    kind: 'executions',
    request: ({ workflow }) => ({
      ...at(operations.executeWorkflow, { id: workflow }),
      body: { single_input: 'a text' },
    }),
  },
  {
    kind: 'imports',
    request: ({ item: { dataset_id, version_id } }) => ({
      ...at(operations.importDataset, { dataset_id, id: version_id }),
      file: { name: 'lines.jsonl', contentType: 'application/x-ndjson', content: lines },
      headers: { prefer: 'respond-async' },
    }),
  },
  {
    kind: 'inspections',
    runs: true,
    request: ({ model }, turn) => ({
      ...at(operations.uploadModel, { id: model }),
      query: { asset_type: 'onnx_model' },
      file: {
        ...{ name: 'folds.onnx', contentType: 'application/octet-stream' },
        content: foldingModel(`${model} ${turn}`),
      },
    }),
  },
];

/** Who sends it, and as whom. */
interface Sender {
  readonly flooder: Flooder;
  readonly client: Client;
}

/**
 * Keeps so many requests of a kind going until told to stop, dealt out among who sends them. Whichever is over is followed by
 * another one. Answers how many had which status; 0 is a connection that ended.
 */
export class Flood {
  readonly #stops = new AbortController();
  readonly #statuses: Record<number, number> = {};
  readonly #going: Promise<unknown>;
  #turn = 0;

  constructor(
    private readonly of: FloodKind,
    senders: readonly Sender[],
    atOnce: number,
  ) {
    const each = Array.from({ length: atOnce }, (_, at) => senders[at % senders.length]!);
    this.#going = Promise.all(each.map((sender) => this.#keepGoing(sender)));
  }

  async stop(): Promise<Readonly<Record<number, number>>> {
    this.#stops.abort();
    await this.#going;
    return this.#statuses;
  }

  async #keepGoing(sender: Sender): Promise<void> {
    const { signal } = this.#stops;
    while (!signal.aborted) {
      this.#note(await this.#one(sender).catch(() => 0));
      await pause(AGAIN_MS);
    }
  }

  /** What ends because it is told to is no answer. */
  #note(status: number): void {
    if (!this.#stops.signal.aborted) this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
  }

  async #one({ flooder, client }: Sender): Promise<number> {
    const request = this.of.request(flooder, (this.#turn += 1));
    const { status, ok, body } = await client.send({ ...request, signal: this.#stops.signal });
    const isSlow = ok && this.of.isTakenSlowly === true;
    const reader = body?.getReader();
    while ((await reader?.read())?.done === false) if (isSlow) await pause(TRICKLE_MS);
    return status;
  }
}
