import { operation, query } from '@cairn/contracts';
import { type CallMessage, type CallReply, ServiceUnavailable } from '@cairn/kernel';
import { Type } from '@sinclair/typebox';
import { answer } from './call/answer.js';
import { handler } from './call/handler.js';
import { ADA, requests, type RunningEdge, startEdge } from './testkit/edge.js';
import { thingsService } from './testkit/things.js';

const Named = Type.Object({ name: Type.String() });
const nameOf = query('things.nameOf', Type.Object({ id: Type.String() }), Named);
const askThing = operation({
  id: 'askThing',
  tag: 'Things',
  summary: 'A thing',
  method: 'GET',
  path: '/api/v1/asked/{id}',
  access: 'datasets:read',
  params: Type.Object({ id: Type.String() }),
  replies: { 200: { description: 'It.', schema: Named } },
});

describe('a query of a service, asked by a gateway', () => {
  let edge: RunningEdge;
  let asked: CallMessage | undefined;
  let reply: () => Promise<CallReply>;
  const send = requests(() => edge);
  beforeAll(async () => {
    const unused = () => Promise.reject(new Error('this spec asks only'));
    const things = {
      name: 'things',
      execute: unused,
      call: (message: CallMessage) => {
        asked = message;
        return reply();
      },
      reached: async () => true,
      isReached: () => true,
      lagMs: async () => 0,
      isStale: () => false,
    };
    const handlers = () => [
      handler(askThing, async (call) => answer(await call.ask(nameOf, { id: call.params.id }))),
    ];
    edge = await startEdge(
      { services: [things], limits: { commandMs: 200, lagMs: 100 } },
      { service: thingsService, operations: [askThing], handlers },
    );
  });
  afterAll(() => edge.stop());

  it('is answered for who calls, within the time of a command, as a part of the request', async () => {
    reply = async () => ({ status: 'answered', answer: { name: 'a thing' } });
    const before = Date.now();
    const { status, body } = await send('GET', '/api/v1/asked/7', undefined, {
      'x-request-id': 'the-request',
    });
    expect([status, body]).toEqual([200, { name: 'a thing' }]);
    expect(asked).toMatchObject({
      kind: 'query',
      name: 'things.nameOf',
      input: { id: '7' },
      onBehalfOf: { kind: 'user', user_id: ADA, session_id: 'session' },
      correlation: 'the-request',
      causation: 'the-request',
      through: ['gateway'],
    });
    expect(asked?.deadline).toBeGreaterThanOrEqual(before + 200);
    expect(asked?.deadline).toBeLessThanOrEqual(Date.now() + 200);
    await send('GET', '/api/v1/asked/7', undefined, { authorization: 'Bearer key' });
    expect(asked?.onBehalfOf).toMatchObject({ kind: 'key', user_id: ADA, api_key_id: 'k' });
  });

  it.each([
    ['not_found', 404, 'not_found'],
    ['administrator_required', 403, 'administrator_required'],
    ['requester_unavailable', 401, 'unauthenticated'],
  ] as const)('is refused with %s: %s %s', async (code, status, told) => {
    reply = async () => ({ status: 'refused', code, detail: 'No.' });
    const refused = await send('GET', '/api/v1/asked/7');
    expect([refused.status, refused.body.code]).toEqual([status, told]);
  });

  it.each([
    ['is away', () => Promise.reject(new ServiceUnavailable('nobody is there'))],
    ['does not answer in time', () => new Promise<never>(() => undefined)],
  ])('is 503 with Retry-After when the service %s', async (_, answers) => {
    reply = answers;
    const { status, header, body } = await send('GET', '/api/v1/asked/7');
    expect([status, body.code, header('retry-after')]).toEqual([503, 'service_unavailable', '1']);
  });
});
