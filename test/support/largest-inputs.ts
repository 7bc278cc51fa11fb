import type { Operation } from '@cairn/contracts';
import type { PlainRequest } from '@cairn/client';
import { answerOf } from './answers.js';
import { largestBodies } from './largest.js';
import type { Waited } from './onlooker.js';
import { preparedIn } from './prepared.js';
import type { ServedCairn } from './topology.js';
import { askerOf, requestIn, type World } from './world.js';

/** A page ends at 8 MB of what is stored; an element that is larger goes alone. */
const LARGEST_PAGE = 10_000_000;
/** What a collection is given of each large element, so that pages cannot hold all of them. */
const TIMES = 3;
const LARGE = 100_000;

/** One request and its answer. */
export interface Row {
  readonly asked: string;
  readonly status: number;
  readonly bytes: number;
  /** Milliseconds of the clock. */
  readonly began: number;
  readonly ended: number;
  /** What must not be, in words. */
  readonly wrong?: string;
}

/** Asks the largest things there are of a world, one after the other, and notes what became of each. */
export class LargestInputs {
  readonly rows: Row[] = [];

  constructor(
    private readonly cairn: ServedCairn,
    private readonly world: World,
  ) {}

  /** What was answered as it must not be. */
  get wrong(): readonly string[] {
    return this.rows.flatMap(({ asked, wrong }) => (wrong === undefined ? [] : [`${asked}: ${wrong}`]));
  }

  /** Sends all of its largest bodies; what makes something large that is taken makes several of it. */
  async bodiesOf(operation: Operation): Promise<void> {
    if (largestBodies(operation, requestIn(this.world, operation).body).length === 0) return;
    const { body } = await preparedIn(this.cairn, this.world, operation);
    let made = 0;
    for (const large of largestBodies(operation, body)) {
      const request = async () => ({
        ...(await preparedIn(this.cairn, this.world, operation)),
        body: large.body,
      });
      const sent = async (): Promise<boolean> => {
        const { status } = await this.ask(operation, large.place, await request());
        return status < 300;
      };
      const isMade = (await sent()) && operation.method === 'POST' && sizeOf(large.body) > LARGE;
      while (isMade && made < TIMES - 1 && (await sent())) made += 1;
    }
  }

  /** Asks for a page of a thousand, now and as of now; and for what is no list as it is. */
  async pagesOf(operation: Operation): Promise<void> {
    const prepared = await preparedIn(this.cairn, this.world, operation);
    const { list, timeTravel, history } = operation;
    const query = { ...prepared.query, ...(list === undefined ? {} : { limit: 1_000 }) };
    await this.ask(operation, '', { ...prepared, query });
    if (timeTravel === undefined || history === true) return;
    await this.ask(operation, 'as of', {
      ...prepared,
      query: { ...query, as_of: new Date().toISOString() },
    });
  }

  async ask(operation: Operation, place: string, request: PlainRequest): Promise<Row> {
    const asked = `${operation.id} ${place}`;
    const began = Date.now();
    const answer = await answerOf(askerOf(this.world, operation).client, request);
    const { status, headers, text } = answer;
    const wrong = wrongWith(operation, { status, text, retryAfter: headers.get('retry-after') });
    const row = {
      ...{ asked, status, bytes: text.length, began, ended: Date.now() },
      ...(wrong === undefined ? {} : { wrong }),
    };
    this.rows.push(row);
    return row;
  }

  /** Notes how long something else took. */
  async noted<Result>(asked: string, act: () => Promise<Result>): Promise<Result> {
    const began = Date.now();
    const result = await act();
    this.rows.push({ asked, status: 200, bytes: 0, began, ended: Date.now() });
    return result;
  }

  /** The requests beside which others waited longest, a line each. */
  worst(waits: readonly Waited[], lines: number): string {
    const told = this.rows.map((row) => ({ row, waited: longestBeside(row, waits) }));
    told.sort((one, other) => other.waited - one.waited);
    return told
      .slice(0, lines)
      .map(({ row: { asked, status, bytes, began, ended }, waited }) => {
        const took = String(ended - began).padStart(6);
        return `${waited.toFixed(0).padStart(6)} ms waited ${took} ms ${status} ${bytes} B ${asked}`;
      })
      .join('\n');
  }
}

const longestBeside = ({ began, ended }: Row, waits: readonly Waited[]): number =>
  Math.max(0, ...waits.filter(({ at, ms }) => at <= ended && at + ms >= began).map(({ ms }) => ms));

const sizeOf = (body: unknown): number => JSON.stringify(body).length;

interface Told {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

const wrongWith = (operation: Operation, { status, text, retryAfter }: Told): string | undefined => {
  const isRefused = status === 507 || (status === 503 && retryAfter !== null);
  if (status >= 500 && !isRefused) return `${status} ${text.slice(0, 300)}`;
  return operation.list !== undefined && status === 200 ? wrongPage(text) : undefined;
};

const wrongPage = (text: string): string | undefined => {
  if (text.length <= LARGEST_PAGE) return undefined;
  const { length } = JSON.parse(text) as readonly unknown[];
  return length === 1 ? undefined : `a page of ${length} elements and ${text.length} characters`;
};
