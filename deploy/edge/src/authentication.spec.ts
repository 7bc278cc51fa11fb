import { Problem } from '@cairn/gateway';
import { noGroups, sameForAll } from '@cairn/kernel';
import { AccessUnproven, Unauthenticated } from '@cairn/identity';
import { authenticatorAtEdge, withRights } from './authentication.js';

type Service = Parameters<typeof withRights>[0];
type Authenticator = Parameters<typeof withRights>[1];

describe('a write that changes rights', () => {
  const unused = () => Promise.reject(new Error('the spec asks for what was reached only'));
  /** Identity whose projections and whose authenticator have come so far. */
  const identity = (projections: boolean, authenticator: boolean) => {
    const asked: string[] = [];
    const has = (who: string, reached: boolean) => async (position: string, timeoutMs: number) => {
      asked.push(`${who} ${position} ${timeoutMs}`);
      return reached;
    };
    const service: Service = {
      name: 'identity',
      execute: unused,
      call: unused,
      isReached: () => true,
      lagMs: unused,
      isStale: () => false,
      reached: has('projections', projections),
    };
    const follower: Pick<Authenticator, 'caughtUpTo'> = { caughtUpTo: has('authenticator', authenticator) };
    return { port: withRights(service, follower), asked };
  };

  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])(
    'law 2: is seen when the read models (%s) and the authenticator (%s) have it: %s',
    async (models, follower, seen) => {
      const { port, asked } = identity(models, follower);
      expect(await port.reached('0007', 2000)).toBe(seen);
      expect(asked).toEqual(['projections 0007 2000', 'authenticator 0007 2000']);
    },
  );
});

describe('who cannot be told', () => {
  const authenticate = (error: Error) =>
    authenticatorAtEdge({
      authenticate: () => Promise.reject(error),
      caughtUpTo: async () => true,
      groups: noGroups,
      rates: { set: () => ({}), planOf: () => undefined },
      quotasOver: sameForAll,
    }).authenticate('bearer', { ip: '192.0.2.1', userAgent: '' });

  it('is unauthenticated, which counts against its network', async () => {
    await expect(authenticate(new Unauthenticated())).rejects.toEqual(new Problem('unauthenticated'));
  });

  it('is told that rights cannot be proved: nothing was done', async () => {
    const error = new AccessUnproven();
    await expect(authenticate(error)).rejects.toBe(error);
  });
});
