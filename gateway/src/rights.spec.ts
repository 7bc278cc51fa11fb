import { requests, type RunningEdge, startEdge } from './testkit/edge.js';

const nothing = (): void => undefined;

describe('a command whose rights were proved too long ago', () => {
  let edge: RunningEdge;
  const send = requests(() => edge);
  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge.stop());

  it('is sent once more under rights that are proved now', async () => {
    edge.knobs.unsigned.push(nothing);
    expect((await send('POST', '/api/v1/things', { name: 'late' })).status).toBe(201);
  });

  it('is refused when they cannot be proved', async () => {
    edge.knobs.unsigned.push(nothing, nothing);
    const { status, body, header } = await send('POST', '/api/v1/things', { name: 'too late' });
    expect([status, body.code, header('retry-after')]).toEqual([503, 'access_unproven', '1']);
  });

  it('is refused when they are gone', async () => {
    edge.knobs.unsigned.push(() => (edge.knobs.signedOut = true));
    const { status, body } = await send('POST', '/api/v1/things', { name: 'signed out' });
    edge.knobs.signedOut = false;
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
  });
});
