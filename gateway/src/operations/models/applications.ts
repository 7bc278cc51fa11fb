import { modelCommands, operations, type ParamsOf } from '@cairn/contracts';
import { applicationById, applicationDetail, applicationHistory, applications } from '@cairn/models';
import { found } from '../../problems/problem.js';
import { handler, listed, ok } from '../handler.js';
import { placeOf, resource } from '../resource.js';
import { renamed } from '../renamed.js';

const application = resource({
  path: operations.getApplication.path,
  commands: modelCommands,
  role: 'application',
  read: (context, { id }: ParamsOf<typeof operations.getApplication>, deleted) =>
    applicationById(context, id, deleted),
});

export const listApplications = handler(operations.listApplications, async ({ context, page, filters }) =>
  listed(await applications(context, page, { ...filters, disabled: false })),
);
export const listAllApplications = handler(
  operations.listAllApplications,
  async ({ context, page, filters }) => listed(await applications(context, page, filters)),
);
export const createApplication = application.create(
  operations.createApplication,
  renamed('application', modelCommands.createApplication),
);
/** The path has no id: the body says which. */
export const updateApplication = handler(operations.updateApplication, async (call) => {
  const { id } = call.body;
  const target = { location: placeOf(operations.getApplication.path, { id }), id };
  const { context } = await call.write(modelCommands.updateApplication, { body: call.body }, target);
  return ok(found(await applicationById(context, id)));
});
export const getApplication = handler(operations.getApplication, async ({ context, params }) =>
  ok(found(await applicationDetail(context, params.id))),
);
export const deleteApplication = application.remove(
  operations.deleteApplication,
  renamed('application', modelCommands.deleteApplication),
);
export const restoreApplication = application.restore(
  operations.restoreApplication,
  renamed('application', modelCommands.restoreApplication),
);
export const listApplicationHistory = handler(
  operations.listApplicationHistory,
  async ({ edge, context, params, page }) =>
    listed(found(await applicationHistory(edge, context, params.id, page))),
);
