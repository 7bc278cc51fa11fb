import type { RequestListener, ServerResponse } from 'node:http';

/** Whether a process takes requests, and what else it tells of that. */
export interface ToldReadiness {
  readonly status: 'ready' | 'not_ready';
}

export type AskReadiness = () => Promise<ToldReadiness>;

/** With why it is not ready; it is when there is no reason. */
export const readinessOf = (reason: string | undefined): ToldReadiness & { readonly reason?: string } =>
  reason === undefined ? { status: 'ready' } : { status: 'not_ready', reason };

/** The status of the answer that tells it. */
export const statusOf = ({ status }: ToldReadiness): 200 | 503 => (status === 'ready' ? 200 : 503);

/** What answers whoever asks whether a process lives. */
export const ALIVE = { status: 'ok' } as const;

export const answerJson = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Answers what is told; 500 when nothing can be. */
export const answerReadiness = (response: ServerResponse, ask: AskReadiness): void => {
  ask().then(
    (told) => answerJson(response, statusOf(told), told),
    () => response.writeHead(500).end('readiness cannot be told'),
  );
};

/** `/healthz` and `/readyz` of a process that answers nothing else. */
export const healthListener =
  (ask: AskReadiness): RequestListener =>
  (request, response) => {
    if (request.url === '/readyz') answerReadiness(response, ask);
    else if (request.url === '/healthz') answerJson(response, 200, ALIVE);
    else answerJson(response, 404, { status: 'not_found' });
  };
