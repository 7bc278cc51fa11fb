import { identityCommands, operations } from '@cairn/contracts';
import { errorById, errorsFor } from '@cairn/identity';
import { answer } from '../../call/answer.js';
import { handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';
import { list } from '../resource.js';

export const listErrors = list(operations.listErrors, ({ context, edge, filters, page }) =>
  errorsFor(context, edge.registers, page, filters),
);

/** The body names it: there is no path of one. */
export const updateErrors = handler(operations.updateErrors, async (call) => {
  const { body, edge } = call;
  const id = body.id.toLowerCase();
  const target = { location: operations.listErrors.path, id };
  const { context } = await call.write(identityCommands.updateErrors, { body }, target);
  return answer(found(await errorById(context, edge.registers, id)));
});
