import { createServer, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Connections } from './connections.js';

const socketFrom = (address: string): Socket =>
  Object.defineProperty(new Socket(), 'remoteAddress', { value: address });

describe('S11: connections that are scarce', () => {
  const server = createServer();
  const now = jest.spyOn(performance, 'now');
  afterAll(() => now.mockRestore());
  beforeEach(() => server.removeAllListeners('connection'));

  const come = (address: string, at: number): Socket => {
    now.mockReturnValue(at);
    const socket = socketFrom(address);
    server.emit('connection', socket);
    return socket;
  };
  const several = (count: number, address: string, at: number) =>
    Array.from({ length: count }, () => come(address, at));
  const closed = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => destroyed).length;

  it('for one network make room among its own', async () => {
    const connections = new Connections(server, 20);
    const others = several(3, '10.0.0.1', 0);
    const own = several(8, '10.0.0.2', 1);
    come('10.0.0.2', 2_000);
    await turn();
    expect([closed(others), closed(own)]).toEqual([0, 2]);
    expect(connections.open).toBe(10);
  });

  it('for all make room among all, whoever has been quiet for the longest time', async () => {
    const connections = new Connections(server, 20);
    const [one, other, third] = [1, 2, 3].map((host) => several(6, `10.0.0.${host}`, host));
    come('10.0.0.4', 2_000);
    await turn();
    expect([one, other, third].map((sockets) => closed(sockets!))).toEqual([4, 0, 0]);
    expect(connections.open).toBe(15);
  });

  it('are kept while one of several requests is under way, and go by when the last was answered', async () => {
    const connections = new Connections(server, 10);
    const [asking, ...rest] = several(4, '10.0.0.1', 0);
    for (let count = 0; count < 2; count += 1) connections.asked(asking!);
    connections.answered(asking!);
    several(1, '10.0.0.1', 5_000);
    await turn();
    expect([closed([asking!]), closed(rest)]).toEqual([0, 2]);
    connections.answered(asking!);
    several(2, '10.0.0.1', 5_999);
    await turn();
    expect([closed([asking!]), closed(rest)]).toEqual([0, 3]);
  });

  it('are counted once, however they end', async () => {
    const connections = new Connections(server, 20);
    const sockets = several(8, '10.0.0.1', 0);
    come('10.0.0.1', 2_000);
    await turn();
    await turn();
    for (const socket of sockets) socket.destroy();
    await turn();
    expect(connections.open).toBe(1);
    connections.closeQuiet();
    expect(connections.open).toBe(0);
  });
});
