import { requests, type RunningEdge, startEdge } from './testkit/edge.js';

type Line = { readonly operation?: string; readonly refused?: string; readonly caller?: object };

describe('what is recorded of refusals and of administration (S42)', () => {
  let edge: RunningEdge;
  const lines: (readonly [level: string, message: string, line: Line])[] = [];
  const at = (level: string) => (line: object, message: string) => void lines.push([level, message, line]);
  const logger = {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: () => logger,
  };
  const send = requests(() => edge);
  beforeAll(async () => {
    edge = await startEdge({ logger, rateLimits: { login: { requests: 1, windowSeconds: 3600 } } });
  });
  afterAll(() => edge.stop());
  beforeEach(() => lines.splice(0));

  const nothing = '/api/v1/things/01890000-0000-7000-8000-000000000009';
  const key = { authorization: 'Bearer key' };
  it.each([
    ['nobody', 'GET', '/api/v1/things', undefined, { authorization: '' }, 'unauthenticated'],
    ['a key without the scope', 'POST', '/api/v1/things', { name: 'a' }, key, 'scope_missing'],
    ['a user', 'POST', '/admin/projections/a@1/replay', undefined, {}, 'administrator_required'],
    ['who asks for what is not for them', 'GET', nothing, undefined, {}, 'not_found'],
  ] as const)('%s is told of at the default level', async (_, method, path, body, headers, code) => {
    await send(method, path, body, headers);
    expect(lines.map(([level, message, { refused }]) => [level, message, refused])).toEqual([
      ['warn', 'refused', code],
    ]);
  });

  it('an act of an administrator is, too, and the key is told by its id', async () => {
    await send('POST', '/admin/projections/a@1/replay', undefined, { authorization: 'Bearer root' });
    await send('POST', '/api/v1/things', { name: 'a' }, key);
    expect(lines.map(([level, message]) => [level, message])).toEqual([
      ['warn', 'administration'],
      ['warn', 'refused'],
    ]);
    expect(lines[1]![2].caller).toMatchObject({ kind: 'key', api_key_id: 'k' });
  });

  it('mistakes are not, and neither is what is not there for nobody', async () => {
    await send('POST', '/api/v1/things', { name: 5 });
    await send('GET', '/api/v1/nothing');
    expect(lines.map(([level]) => level)).toEqual(['info', 'info']);
  });

  it('of a flood one line a minute is', async () => {
    for (let count = 0; count < 6; count += 1) await send('POST', '/api/v1/broken');
    const levels = lines.map(([level]) => level);
    expect(levels.filter((level) => level === 'warn').length).toBeLessThanOrEqual(2);
    expect(levels.filter((level) => level === 'debug').length).toBeGreaterThanOrEqual(3);
  });
});
