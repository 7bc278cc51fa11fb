import { type AdminSimpleUserInfo, identityQueries, modelQueries, type User } from '@cairn/contracts';
import { administratorRefused, isRefusal, requesterOf, type ServiceQuery, serviceQuery } from '@cairn/kernel';
import { usersOfApplication } from '../read-models/users-of-application.js';

/** Models know ids and counts; who that is, identity tells. */
const peopleOfApplication = serviceQuery(
  modelQueries.usersOfApplication,
  async ({ application_id }, context) => {
    const { principal, tools } = context;
    const refusal = administratorRefused(principal);
    if (refusal !== undefined) return refusal;
    const users = await usersOfApplication(context, application_id);
    const people = await tools.services.identity.query(
      identityQueries.peopleById,
      { ids: users.map(({ user_id }) => user_id) },
      { onBehalfOf: requesterOf(principal) },
    );
    if (isRefusal(people)) return people;
    const counts = new Map(users.map(({ user_id, count }) => [user_id, count]));
    return people.map((person) => userInfo(person, counts.get(person.id) ?? 0));
  },
);

const userInfo = (user: User, count: number): AdminSimpleUserInfo => ({
  id: user.id,
  created_at: user.created_at,
  updated_at: user.updated_at,
  username: user.username,
  email: user.email,
  name: user.name,
  firstname: user.firstname,
  ...(user.last_login === undefined ? {} : { last_login: user.last_login }),
  disabled: user.disabled,
  is_system_admin: user.is_system_admin,
  count,
});

/** What other services, and gateways, ask of models beside what they ask of every kind of asset. */
export const modelAnswers: readonly ServiceQuery[] = [peopleOfApplication];
