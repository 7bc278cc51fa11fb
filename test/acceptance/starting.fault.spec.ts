import { freePort, oneMachine } from '../support/topology.js';

describe('starting one machine', () => {
  /** The port is free when it is looked for: another program may take it before Cairn does. */
  it('listens where it is told to', async () => {
    const port = await freePort();
    const cairn = await oneMachine.start({ CAIRN_PORT: String(port) });
    expect(cairn.baseUrl).toBe(`http://127.0.0.1:${port}`);
    expect((await fetch(`${cairn.baseUrl}/readyz`)).status).toBe(200);
    expect((await fetch(`${cairn.baseUrl}/healthz`)).status).toBe(200);
    await cairn.remove();
  }, 30_000);
});
