import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Client } from '@cairn/client';
import type { Creation, Outcome, Write } from './history.js';
import type { Recorder } from './recorder.js';

/** Where the operations happen. */
export interface Scene {
  /** Their descriptions are written and read. */
  readonly datasets: readonly string[];
  /** Items are added to it. */
  readonly list: { readonly dataset_id: string; readonly version_id: string };
}

/** A gateway that is gone is left alone for so long. */
const GONE_MS = 20;

/** One who writes and reads at random, at any gateway, and remembers what it was told. */
export class Writer {
  /** The entity tag of each dataset as it was last seen. */
  readonly #known = new Map<string, string>();
  /** Of the last write: a read that shows it is no older. */
  #token: string | undefined;

  constructor(
    private readonly gateways: readonly Client[],
    private readonly scene: Scene,
    private readonly recorder: Recorder,
  ) {}

  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const hasAnswer = await this.#anything();
      if (!hasAnswer) await pause(GONE_MS);
    }
  }

  /** Answers whether there was an answer. */
  #anything(): Promise<boolean> {
    const dataset = this.scene.datasets[randomInt(this.scene.datasets.length)]!;
    const die = randomInt(100);
    if (die < 30) return this.write(dataset, this.#known.get(dataset));
    if (die < 45) return this.write(dataset);
    if (die < 75) return this.read(dataset, this.#sometimesToken());
    if (die < 87) return this.create();
    return this.list(this.#sometimesToken());
  }

  async write(dataset: string, etag?: string): Promise<boolean> {
    const marker = randomUUID();
    const { invoked, answer, answered } = await this.#timed((client) =>
      client.try('updateDataset', {
        params: { id: dataset },
        body: { description: marker },
        ...(etag === undefined ? {} : { headers: { 'if-match': etag } }),
      }),
    );
    const outcome = outcomeOf(answer);
    this.#remember(outcome);
    const write: Write = {
      kind: 'write',
      resource: dataset,
      invoked,
      answered,
      marker,
      outcome,
      ...(etag === undefined ? {} : { expected: revisionIn(etag) }),
    };
    this.recorder.add(write);
    if (answer !== undefined) this.#seen(dataset, answer, { invoked, answered });
    return answer !== undefined;
  }

  async read(dataset: string, atLeast?: string): Promise<boolean> {
    const { answer, ...span } = await this.#timed((client) =>
      client.try('getDataset', { params: { id: dataset }, headers: freshness(atLeast) }),
    );
    if (answer !== undefined && isGood(answer)) this.#seen(dataset, answer, span, atLeast);
    return answer !== undefined;
  }

  async create(): Promise<boolean> {
    const marker = randomUUID();
    const { invoked, answer, answered } = await this.#timed((client) =>
      client.try('createDatasetItem', { params: this.scene.list, body: { name: marker } }),
    );
    const outcome = outcomeOf(answer);
    this.#remember(outcome);
    const resource = this.scene.list.version_id;
    const creation: Creation = { kind: 'creation', resource, invoked, answered, marker, outcome };
    this.recorder.add(creation);
    return answer !== undefined;
  }

  async list(atLeast?: string): Promise<boolean> {
    const { answer, ...span } = await this.#timed((client) =>
      client.try('listDatasetItems', {
        params: this.scene.list,
        query: { limit: 1000 },
        headers: freshness(atLeast),
      }),
    );
    if (answer !== undefined && isGood(answer))
      this.recorder.add({
        kind: 'listing',
        resource: this.scene.list.version_id,
        ...span,
        markers: (answer.body as readonly { readonly name: string }[]).map(({ name }) => name),
        total: Number(answer.headers.get('x-total-count')),
        ...(atLeast === undefined ? {} : { atLeast }),
      });
    return answer !== undefined;
  }

  /** No answer: the gateway is gone, or went under the request. */
  async #timed(ask: (client: Client) => Promise<Answer<unknown>>) {
    const client = this.gateways[randomInt(this.gateways.length)]!;
    const invoked = this.recorder.moment();
    const answer = await ask(client).catch((error: unknown) => {
      if (isOfTheNetwork(error)) return undefined;
      throw error;
    });
    return { invoked, answer, answered: this.recorder.moment() };
  }

  /** Also an answer to a write shows the resource, and one to a refused write its tag. */
  #seen(
    dataset: string,
    { status, headers, body }: Answer<unknown>,
    span: { readonly invoked: number; readonly answered: number },
    atLeast?: string,
  ): void {
    const etag = headers.get('etag') ?? '';
    if (etag === '') {
      const revision = headers.get('x-revision');
      if (revision !== null) this.#known.set(dataset, `"${revision}"`);
      return;
    }
    this.#known.set(dataset, etag);
    const { description } = body as { readonly description?: string };
    this.recorder.add({
      kind: 'read',
      resource: dataset,
      ...span,
      revision: revisionIn(etag),
      ...(status === 200 ? { marker: description ?? '' } : {}),
      ...(atLeast === undefined ? {} : { atLeast }),
    });
  }

  #remember(outcome: Outcome): void {
    if (outcome.status === 'done') this.#token = outcome.position;
  }

  #sometimesToken(): string | undefined {
    return randomInt(2) === 0 ? this.#token : undefined;
  }
}

/** As `fetch` says it; its errors are of another realm than the tests. */
const isOfTheNetwork = (error: unknown): boolean => {
  const { name, cause } = error as Error;
  return name === 'TypeError' && cause !== undefined;
};

const freshness = (atLeast: string | undefined): Readonly<Record<string, string>> =>
  atLeast === undefined ? {} : { 'x-min-position': atLeast };

/** `"7.digest"` names revision 7. */
const revisionIn = (etag: string): number => Number(/^"(\d+)/.exec(etag)?.[1]);

/** An answer to a read; throws for one that no read may have. */
const isGood = ({ status, body }: Answer<unknown>): boolean => {
  if (status !== 200 && status !== 503) throw new Error(`a read: ${status} ${JSON.stringify(body)}`);
  return status === 200;
};

/** Throws for an answer that no write may have. */
const outcomeOf = (answer: Answer<unknown> | undefined): Outcome => {
  if (answer === undefined || answer.status === 503) return { status: 'unknown' };
  const { status, headers, body } = answer;
  if (status === 412) {
    const etag = headers.get('etag');
    return {
      status: 'refused',
      because: 'precondition',
      ...(etag === null ? {} : { current: revisionIn(etag) }),
    };
  }
  if (status === 409) return { status: 'refused', because: 'conflict' };
  if (![200, 201, 202].includes(status)) throw new Error(`a write: ${status} ${JSON.stringify(body)}`);
  return {
    status: 'done',
    isReadable: status !== 202,
    revision: Number(headers.get('x-revision')),
    position: headers.get('x-position') ?? '',
  };
};
