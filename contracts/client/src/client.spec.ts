import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exampleDataset, exampleUser, type Problem } from '@cairn/contracts';
import { type Client, createClient, ProblemError } from './index.js';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const problem: Problem = {
  type: '/docs/errors#not_found',
  title: 'Not found',
  status: 404,
  detail: 'There is nothing at this address.',
  instance: '/api/v1/datasets/x',
  code: 'not_found',
  request_id: 'r-1',
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

describe('the client', () => {
  let server: Server;
  let client: Client;
  let answer: RequestListener;
  let seen: Seen[];

  const json =
    (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
    (_, response) => {
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    };

  beforeEach(async () => {
    seen = [];
    server = createServer((request, response) => {
      void textOf(request).then((body) => {
        seen.push({ method: request.method, url: request.url, headers: request.headers, body });
        answer(request, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    client = createClient({ baseUrl: `http://127.0.0.1:${port}/`, token: 'secret' });
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('sends a body as JSON under the bearer and gives status, headers and body', async () => {
    answer = json(201, exampleDataset, {
      location: `/api/v1/datasets/${exampleDataset.id}`,
      'x-revision': '0',
    });
    const { status, headers, body } = await client.call('createDataset', {
      body: { name: 'Sea birds' },
      headers: { 'idempotency-key': 'once' },
    });
    expect({ status, location: headers.get('location'), name: body.name }).toEqual({
      status: 201,
      location: `/api/v1/datasets/${exampleDataset.id}`,
      name: 'Sea birds',
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/v1/datasets', body: '{"name":"Sea birds"}' });
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'content-type': 'application/json',
      'idempotency-key': 'once',
    });
  });

  it('escapes path parameters and leaves absent query parameters out', async () => {
    answer = json(200, {});
    await client.try('getDocsFile', {
      params: { file: 'a/b?c' },
      query: { as_of: undefined, limit: 3, q: 'ä b' },
    });
    expect(seen[0]?.url).toBe('/docs/a%2Fb%3Fc?limit=3&q=%C3%A4+b');
  });

  it('sends nothing when a path parameter is missing', async () => {
    await expect(client.send({ method: 'GET', path: '/api/v1/datasets/{id}' })).rejects.toThrow(
      'needs the parameter id',
    );
    expect(seen).toEqual([]);
  });

  it('is typed by the contract: the type check refuses what an operation does not take', async () => {
    answer = json(400, problem);
    // @ts-expect-error: its body is required
    await client.try('createDataset', {});
    // @ts-expect-error: a name is a text
    await client.try('createDataset', { body: { name: 1 } });
    // @ts-expect-error: there is no such field
    await client.try('createDataset', { body: { name: 'Sea birds', wings: 2 } });
    // @ts-expect-error: its parameter is required
    await expect(client.try('getDataset')).rejects.toThrow('needs the parameter id');
    expect(seen).toHaveLength(3);
  });

  it('throws the problem of a refusal', async () => {
    answer = json(404, problem, { 'content-type': 'application/problem+json; charset=utf-8' });
    const refused = client.call('getDataset', { params: { id: exampleDataset.id } });
    await expect(refused).rejects.toThrow(ProblemError);
    await expect(refused).rejects.toMatchObject({ status: 404, problem, body: problem });
    await expect(refused).rejects.toThrow('getDataset was answered 404 not_found');
  });

  it('throws a refusal that is no problem with its body', async () => {
    answer = json(409, { message: 'taken', severity: 'error' });
    const refused = client.call('register', { body: { username: 'a', email: 'a@b.c', password: 'x' } });
    await expect(refused).rejects.toMatchObject({
      status: 409,
      problem: undefined,
      body: { severity: 'error' },
    });
  });

  it('tries without throwing', async () => {
    answer = json(404, problem, { 'content-type': 'application/problem+json' });
    const { status, body } = await client.try('getDataset', { params: { id: exampleDataset.id } });
    expect({ status, body }).toEqual({ status: 404, body: problem });
  });

  it('gives no body for 204', async () => {
    answer = (_, response) => response.writeHead(204).end();
    const { status, body } = await client.call('logout', { query: { all: true } });
    expect({ status, body, url: seen[0]?.url }).toEqual({
      status: 204,
      body: undefined,
      url: '/api/v1/logout?all=true',
    });
  });

  it('sends a file from a stream with its name', async () => {
    answer = json(200, exampleDataset);
    const content = new Blob(['first ', 'second']).stream();
    await client.call('uploadDatasetLogo', {
      params: { id: exampleDataset.id },
      file: { name: 'Möwe "1".png', contentType: 'image/png', content },
    });
    expect(seen[0]).toMatchObject({ method: 'POST', body: 'first second' });
    expect(seen[0]?.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': "attachment; filename*=UTF-8''M%C3%B6we%20%221%22.png",
    });
  });

  it('gives a file as a stream', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('bytes');
    const { body } = await client.call('getDatasetLogo', { params: { id: exampleDataset.id } });
    expect(body).toBeInstanceOf(ReadableStream);
    expect(await new Response(body).text()).toBe('bytes');
  });

  it('follows Link to the last page, never to another host', async () => {
    answer = (request, response) => {
      const last = request.url?.includes('cursor=2');
      const headers = last
        ? {}
        : { link: '<http://elsewhere.example/api/v1/datasets?limit=1&cursor=2>; rel="next"' };
      json(200, [{ ...exampleDataset, name: last ? 'b' : 'a' }], headers)(request, response);
    };
    const names: string[] = [];
    for await (const { body } of client.pages('listDatasets', { query: { limit: 1 } }))
      names.push(...body.map(({ name }) => name));
    expect(names).toEqual(['a', 'b']);
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/v1/datasets?limit=1',
      '/api/v1/datasets?limit=1&cursor=2',
    ]);
  });

  it('keeps every value of a parameter that stands several times', async () => {
    answer = (request, response) => {
      const last = request.url?.includes('cursor=2');
      const link = '</api/v1/datasets?status=failed&status=running&constructor=a&cursor=2>; rel="next"';
      json(200, [exampleDataset], last ? {} : { link })(request, response);
    };
    let pages = 0;
    for await (const { body } of client.pages('listDatasets')) pages += body.length;
    expect(pages).toBe(2);
    expect(seen[1]?.url).toBe('/api/v1/datasets?status=failed&status=running&constructor=a&cursor=2');
  });

  it('stands for another bearer or for nobody', async () => {
    answer = json(200, exampleUser);
    await client.as('other').call('getMe');
    await client.as(undefined).call('getMe');
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer other', undefined]);
  });
});
