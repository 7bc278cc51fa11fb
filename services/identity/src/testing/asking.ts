import type { EventLog, Json, Principal, QueryContext } from '@cairn/kernel';
import { organizationById, teamById } from '../read-models/groups/queries.js';
import { groupsIn } from './groups.js';
import { type IdentityUnderTest, startIdentity } from './identity-under-test.js';

/** The service, what makes groups in it, and two people. */
export const startWithPeople = async (through?: (log: EventLog) => EventLog) => {
  const under = await startIdentity(through);
  const its = groupsIn(under);
  return { under, its, grace: await its.somebody('grace'), ada: await its.somebody('ada') };
};
export type WithPeople = Awaited<ReturnType<typeof startWithPeople>>;

/** What is made of a read, without its revision. */
export const found = async <Found>(query: Promise<Found>) => {
  const value = await query;
  return value !== undefined && typeof value === 'object' && value !== null && 'resource' in value
    ? (value.resource as Record<string, unknown>)
    : value;
};

/** What specs of groups ask of a service under test. */
export const asking = (under: () => IdentityUnderTest) => {
  const reading = (principal: Principal): QueryContext => {
    const { authenticator, documents, clock } = under();
    return {
      principal,
      rights: authenticator.rights,
      documents,
      today: documents,
      at: new Date(clock.now()).toISOString(),
    };
  };
  return {
    reading,
    /** The code with which a command is refused. */
    refusal: async (principal: Principal, name: string, input: Json): Promise<string> =>
      (await under().refused(name, input, { principal })).code,
    /** Whether somebody is told anything of a group. */
    may: async (who: Principal, kind: 'organization' | 'team', id: string): Promise<boolean> => {
      const one = kind === 'organization' ? organizationById(reading(who), id) : teamById(reading(who), id);
      return (await one) !== undefined;
    },
  };
};
