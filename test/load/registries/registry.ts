import type autocannon from 'autocannon';

/** Of one point each. */
export const METRICS = 20;
/** Versions on a page. */
export const PAGE = 20;
/** Requests that are under way at once. */
export const CONNECTIONS = 32;

/** What requests of a sequence learn from the answers before them. */
export type Learned = Record<string, string>;

/** A registry of models under the same load as another. */
export interface Server {
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Makes a model, a version of it, and points of 20 metrics of that. */
  readonly write: readonly autocannon.Request[];
  readonly get: autocannon.Request;
  readonly list: autocannon.Request;
  /** Makes the versions of the model that is listed so many. */
  fillTo(versions: number): Promise<void>;
}

interface Step {
  path(this: void, learned: Learned): string;
  body(this: void, learned: Learned): object;
  learn?(this: void, answer: string, learned: Learned): void;
}

export const post = ({ path, body, learn }: Step): autocannon.Request => ({
  method: 'POST',
  setupRequest: (request, learned) => ({
    ...request,
    path: path(learned as Learned),
    body: JSON.stringify(body(learned as Learned)),
  }),
  ...(learn === undefined
    ? {}
    : {
        onResponse: (status, answer, learned) => {
          if (status < 300) learn(answer, learned as Learned);
        },
      }),
});

/** A point of each metric. */
export const points = <Point>(point: (name: string, value: number) => Point): readonly Point[] =>
  Array.from({ length: METRICS }, (_, number) => point(`metric ${number}`, number / METRICS));
