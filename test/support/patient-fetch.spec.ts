import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

describe('asking a cluster that others use too', () => {
  let server: Server;
  let answers: readonly (string | undefined)[];
  let asked: string[];
  let said: jest.SpyInstance;
  let patientFetch: typeof fetch;

  beforeEach(async () => {
    asked = [];
    server = createServer(({ method = '' }, response) => {
      const code = answers[asked.length];
      asked.push(method);
      if (code === undefined) response.end('{}');
      else response.writeHead(503, { 'retry-after': '0' }).end(JSON.stringify({ code, request_id: 'r' }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    jest.resetModules();
    ({ patientFetch } = await import('./patient-fetch.js'));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const statusOf = async (method: string, body?: string): Promise<number> => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    return (await patientFetch(url, body === undefined ? { method } : { method, body })).status;
  };

  it('asks once more, and says so', async () => {
    answers = ['log_unavailable'];
    expect(await statusOf('GET')).toBe(200);
    expect(asked).toHaveLength(2);
    expect(said).toHaveBeenCalledWith(expect.stringContaining('GET log_unavailable (r)'));
  });

  it('gives a second 503 as it is, and asks twice only', async () => {
    answers = ['overloaded', 'overloaded', 'overloaded', undefined, 'overloaded'];
    expect(await statusOf('POST', '{}')).toBe(503);
    expect(await statusOf('POST', '{}')).toBe(200);
    expect(await statusOf('POST', '{}')).toBe(503);
    expect(asked).toHaveLength(5);
  });

  it('does not ask again for a write that may have happened', async () => {
    answers = ['log_unavailable'];
    expect(await statusOf('POST', '{}')).toBe(503);
    expect(asked).toEqual(['POST']);
  });
});
