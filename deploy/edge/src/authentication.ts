import { type Authenticator as EdgeAuthenticator, Problem } from '@cairn/gateway';
import { Unauthenticated } from '@cairn/identity';
import type { ServicePort } from '@cairn/kernel';
import type { Rights } from './rights.js';

/** Who calls, as the edge asks it: who cannot be told is a problem. */
export const authenticatorAtEdge = (rights: Rights): EdgeAuthenticator => ({
  authenticate: async (bearer) => {
    try {
      return await rights.authenticate(bearer);
    } catch (error) {
      throw error instanceof Unauthenticated ? new Problem('unauthenticated') : error;
    }
  },
});

/** A write that changes rights is answered when those who authenticate have seen it, too (law 2, S18). */
export const withRights = (identity: ServicePort, rights: Pick<Rights, 'caughtUpTo'>): ServicePort => ({
  name: identity.name,
  execute: (message) => identity.execute(message),
  call: (message) => identity.call(message),
  isReached: () => identity.isReached(),
  lagMs: () => identity.lagMs(),
  isStale: (streams) => identity.isStale(streams),
  reached: async (position, timeoutMs) => {
    const both = await Promise.all([
      identity.reached(position, timeoutMs),
      rights.caughtUpTo(position, timeoutMs),
    ]);
    return both.every((reached) => reached);
  },
});
