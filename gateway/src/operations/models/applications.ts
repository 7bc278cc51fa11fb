import { modelCommands, operations } from '@cairn/contracts';
import { applicationById, applicationDetail, applicationHistory, applications } from '@cairn/models';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';
import { list, resource, sentIn } from '../resource.js';

const application = resource({
  path: operations.getApplication.path,
  commands: modelCommands,
  role: 'application',
  read: (context, { id }: { readonly id: string }, deleted) => applicationById(context, id, deleted),
  history: (edge, context, { id }, page) => applicationHistory(edge, context, id, page),
});

export const listApplications = list(operations.listApplications, ({ context, page, filters }) =>
  applications(context, page, { ...filters, disabled: false }),
);
export const listAllApplications = list(operations.listAllApplications, ({ context, page, filters }) =>
  applications(context, page, filters),
);
export const createApplication = application.create(operations.createApplication);
/** The path has no id: the body says which. */
export const updateApplication = handler(operations.updateApplication, async (call) => {
  const { id } = call.body;
  const target = application.at({ id });
  const { context } = await call.write(modelCommands.updateApplication, sentIn(call), target);
  return ok(found(await applicationById(context, id)));
});
export const getApplication = handler(operations.getApplication, async ({ context, params }) =>
  ok(found(await applicationDetail(context, params.id))),
);
export const deleteApplication = application.remove(operations.deleteApplication);
export const restoreApplication = application.restore(operations.restoreApplication);
export const listApplicationHistory = application.history(operations.listApplicationHistory);
