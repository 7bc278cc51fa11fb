import { type Authenticator as EdgeAuthenticator, Problem } from '@cairn/gateway';
import { AccessUnproven, Unauthenticated } from '@cairn/identity';
import type { ServicePort } from '@cairn/kernel';
import type { Rights } from './rights.js';

/** Who calls, as the edge asks it: refusals become problems. */
export const authenticatorAtEdge = (rights: Rights): EdgeAuthenticator => ({
  authenticate: async (bearer) => {
    try {
      return await rights.authenticate(bearer);
    } catch (error) {
      throw problemOf(error);
    }
  },
});

const problemOf = (error: unknown): unknown => {
  if (error instanceof Unauthenticated) return new Problem('unauthenticated');
  if (error instanceof AccessUnproven) return new Problem('service_unavailable');
  return error;
};

/** A write that changes rights is answered when those who authenticate have seen it, too (law 2, S18). */
export const withRights = (identity: ServicePort, rights: Pick<Rights, 'caughtUpTo'>): ServicePort => ({
  name: identity.name,
  execute: (message) => identity.execute(message),
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
