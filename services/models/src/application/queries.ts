import { type AdminSimpleUserInfo, identityQueries, modelQueries, type User } from '@cairn/contracts';
import {
  administratorRefused,
  isRefusal,
  notFound,
  requesterOf,
  type ServiceQuery,
  serviceQuery,
} from '@cairn/kernel';
import { modelReads, modelVersionReads } from '../models.js';
import { namedModels } from '../read-models/named-entities.js';
import { askedInputs } from '../read-models/inferences/asked-inputs.js';
import { usersOfApplication } from '../read-models/users-of-application.js';
import { runnableModels } from './inference/runnable-entities.js';
import { triedModel } from './inference/tried.js';
import type { RunnerOf } from './runner-of.js';

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

/** Whether somebody may have a model answer, and of which version. */
const executableModel = serviceQuery(modelQueries.executable, async ({ model_id, version_id }, context) => {
  if ((await modelReads.refusal(context, model_id, 'execute')) !== undefined) return notFound();
  const isOwn =
    version_id === undefined ||
    (await modelVersionReads.readable(context, model_id, version_id)) !== undefined;
  return isOwn ? { model_id } : notFound();
});

const modelsNamed = serviceQuery(modelQueries.named, async ({ ids }, context) =>
  (await modelReads.readableOf(context, ids)).map(({ id, name, kind }) => ({ id, name, kind })),
);

/** What other services, and gateways, ask of models beside what they ask of every kind of asset. */
export const modelAnswers = (runnerOf: RunnerOf): readonly ServiceQuery[] => [
  peopleOfApplication,
  executableModel,
  modelsNamed,
  serviceQuery(modelQueries.inputsOf, ({ ids }, context) => askedInputs(context, ids)),
  runnableModels,
  triedModel(runnerOf),
  serviceQuery(modelQueries.unusable, (input, context) => namedModels.unusable(context, input)),
  serviceQuery(modelQueries.shown, (input, context) => namedModels.shown(context, input)),
];
