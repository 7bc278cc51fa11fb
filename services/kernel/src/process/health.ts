import type { RequestListener } from 'node:http';

/** `/healthz` and `/readyz` of a process that answers nothing else; `notReady` says why not, `undefined` when it is. */
export const healthListener =
  (notReady: () => Promise<string | undefined>): RequestListener =>
  (request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const readiness = async (): Promise<void> => {
      const reason = await notReady();
      if (reason === undefined) answer(200, { status: 'ready' });
      else answer(503, { status: 'not_ready', reason });
    };
    if (request.url === '/readyz') void readiness();
    else if (request.url === '/healthz') answer(200, { status: 'ok' });
    else answer(404, { status: 'not_found' });
  };
