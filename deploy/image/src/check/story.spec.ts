import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Steps } from './steps.js';
import { checked } from './story.js';

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
type Answering = (asked: string, times: number) => Answer;

const POSITION = '0000000000000007';
const refusal = (status: number, code: string): Answer => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { code, detail: 'Not now.', request_id: 'r-1' },
});

describe('the story that the check tells', () => {
  let server: Server;
  let asked: { readonly what: string; readonly headers: IncomingMessage['headers'] }[];
  let told: string[];
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** A gateway that answers what it is told, else as if all went well until the dataset was made. */
  const toldTo = async (answering: (what: string, times: number) => Answer | undefined): Promise<boolean> => {
    asked = [];
    told = [];
    server = createServer((request, response) => {
      const what = `${request.method ?? ''} ${request.url ?? ''}`;
      asked.push({ what, headers: request.headers });
      const times = asked.filter((one) => one.what === what).length;
      const { status, headers = {}, body } = answering(what, times) ?? well(what, times);
      request.resume().on('end', () => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const credentials = { username: 'check', password: 'long enough', newEmail: 'check@example.invalid' };
    const tell = (line: string): void => void told.push(line.replace(/ \(\d+ ms\)$/, ''));
    return checked({ url, credentials, seconds: 20 }, new Steps(tell), tell);
  };
  const well: Answering = (what) => {
    if (what === 'POST /api/v1/register') return { status: 201, body: {} };
    if (what === 'POST /api/v1/login') return { status: 200, body: { apikey: 'bearer' } };
    if (what === 'POST /api/v1/datasets')
      return { status: 202, headers: { 'x-position': POSITION }, body: { id: 'd-1' } };
    return { status: 204 };
  };
  const steps = () => asked.map(({ what }) => what);

  it('removes the dataset and the account when a step fails, and says which', async () => {
    expect(
      await toldTo((what) => (what === 'GET /api/v1/datasets/d-1' ? refusal(500, 'internal') : undefined)),
    ).toBe(false);
    expect(told).toEqual([
      'ok: make an account',
      'ok: sign in',
      'ok: make a dataset',
      'failed: read it: getDataset was answered 500 internal: Not now. (request r-1)',
      'ok: remove the dataset',
      'ok: remove the account',
    ]);
    expect(steps().slice(-2)).toEqual(['DELETE /api/v1/datasets/d-1', 'DELETE /api/v1/me']);
  });

  it('goes on removing when one cannot be, and says so', async () => {
    const answers = new Map([
      ['GET /api/v1/datasets/d-1', refusal(500, 'internal')],
      ['DELETE /api/v1/datasets/d-1', refusal(409, 'conflict')],
    ]);
    expect(await toldTo((what) => answers.get(what))).toBe(false);
    expect(told.slice(-2)).toEqual([
      'failed: remove the dataset: deleteDataset was answered 409 conflict: Not now. (request r-1)',
      'ok: remove the account',
    ]);
  });

  it('asks again what is told to come again, under the same key, and reads what was answered 202', async () => {
    const later = { ...refusal(503, 'overloaded') };
    await toldTo((what, times) => {
      if (what === 'POST /api/v1/datasets' && times === 1)
        return { ...later, headers: { ...later.headers, 'retry-after': '0' } };
      return what === 'GET /api/v1/datasets/d-1' ? refusal(404, 'not_found') : undefined;
    });
    const makings = asked.filter(({ what }) => what === 'POST /api/v1/datasets');
    expect(makings).toHaveLength(2);
    expect(new Set(makings.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    const read = asked.find(({ what }) => what === 'GET /api/v1/datasets/d-1');
    expect(read?.headers['x-min-position']).toBe(POSITION);
  });

  it('does not wait for what comes after its time', async () => {
    const later = refusal(503, 'overloaded');
    const isWell = await toldTo((what) =>
      what === 'POST /api/v1/register'
        ? { ...later, headers: { ...later.headers, 'retry-after': '30' } }
        : undefined,
    );
    expect([isWell, steps()]).toEqual([false, ['POST /api/v1/register']]);
  });
});
