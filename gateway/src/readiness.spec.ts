import type { Readiness } from '@cairn/contracts';
import { type Vault, VaultUnavailable } from '@cairn/kernel';
import { openEmbedded } from '@cairn/kernel/testkit';
import type { GatewayOptions } from './options/options.js';
import { requests, type RunningEdge, startEdge } from './testkit/edge.js';

describe('a gateway is ready', () => {
  const embedded = openEmbedded();
  let edge: RunningEdge;
  afterEach(() => edge.stop());
  afterAll(() => embedded.remove());
  const send = requests(() => edge);
  const started = async (changes: Partial<GatewayOptions> = {}) => void (edge = await startEdge(changes));
  /** What `/readyz` answers, and the checks that fail. */
  const told = async () => {
    const { status, body } = await send('GET', '/readyz');
    const { checks } = body as unknown as Readiness;
    return { status, failing: checks.filter(({ ok }) => !ok) };
  };

  it('when it has the keys, reaches a service and has caught up', async () => {
    await started();
    const { status, body } = await send('GET', '/readyz');
    const ok = ['server keys', 'services', 'read models'].map((name) => ({ name, ok: true }));
    const checks = [...ok, { name: 'projections of things', ok: true, required: false }];
    expect([status, body]).toEqual([200, { status: 'ready', checks }]);
  });

  it('however far read models are behind later, and says how far', async () => {
    await started();
    expect(await told()).toEqual({ status: 200, failing: [] });
    edge.knobs.lagging = true;
    const behind = {
      name: 'projections of things',
      ok: false,
      detail: '60 s behind the log',
      required: false,
    };
    expect(await told()).toEqual({ status: 200, failing: [behind] });
    expect((await send('GET', '/v2/health/ready')).status).toBe(200);
  });

  it('not before they have caught up once', async () => {
    let isMade = false;
    await started();
    edge.knobs.reached = async () => isMade;
    const early = { name: 'read models', ok: false, detail: 'they have not caught up since the start' };
    expect(await told()).toEqual({ status: 503, failing: [early] });
    expect((await send('GET', '/v2/health/ready')).status).toBe(503);
    isMade = true;
    expect(await told()).toEqual({ status: 200, failing: [] });
    isMade = false;
    expect(await told()).toEqual({ status: 200, failing: [] });
  });

  it('while engines are away, and names them', async () => {
    const away = { name: 'event log', detail: 'does not answer', required: false };
    await started({ engineChecks: async () => [away] });
    expect(await told()).toEqual({ status: 200, failing: [{ ...away, ok: false }] });
  });

  it('not while it reaches no service', async () => {
    await started();
    edge.knobs.unreached = true;
    expect(await told()).toEqual({
      status: 503,
      failing: [
        { name: 'services', ok: false, detail: 'none is reached' },
        {
          name: 'projections of things',
          ok: false,
          detail: 'no process of it is reached',
          required: false,
        },
      ],
    });
    edge.knobs.unreached = false;
    expect(await told()).toEqual({ status: 200, failing: [] });
  });

  it('while it reaches one of several services', async () => {
    const none = () => Promise.reject(new Error('nobody asks for more'));
    const away = { name: 'away', execute: none, call: none, isReached: () => false };
    const behind = { reached: async () => true, lagMs: none, isStale: () => false };
    await started({
      services: [
        { ...away, ...behind },
        { ...away, ...behind, name: 'there', isReached: () => true, lagMs: async () => 0 },
      ],
    });
    expect(await told()).toMatchObject({ status: 200, failing: [{ name: 'projections of away' }] });
  });

  it('not before it has the keys of the server, nor when others wrapped them anew; a vault that is away takes none', async () => {
    const is: { away: boolean; refusal?: string } = { away: true };
    const asked = async <Answer>(answer: Answer): Promise<Answer> =>
      is.away ? Promise.reject(new VaultUnavailable('it is away')) : answer;
    const vault = Object.create(embedded.vault) as Vault;
    vault.refusal = () => asked(is.refusal);
    vault.serverKeys = async (purpose) => asked(await embedded.vault.serverKeys(purpose));
    await started({ vault });
    const lacking = (detail: string) => ({
      status: 503,
      failing: [{ name: 'server keys', ok: false, detail }],
    });
    expect(await told()).toEqual(lacking('they are not known yet'));
    is.away = false;
    expect(await told()).toEqual({ status: 200, failing: [] });
    is.away = true;
    expect(await told()).toEqual({ status: 200, failing: [] });
    is.away = false;
    is.refusal = 'it was wrapped anew';
    expect(await told()).toEqual(lacking(is.refusal));
  });
});
