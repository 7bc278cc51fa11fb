import { identityCommands } from '@cairn/contracts';
import { errorCount, refuse, type ServiceCommand, serviceCommand } from '@cairn/kernel';
import { decideRecordError, decideResolveError } from '../../domain/error-log/decisions.js';
import { errorLog } from '../../domain/error-log/state.js';

export const errorLogCommands: readonly ServiceCommand[] = [
  serviceCommand(identityCommands.recordError, async (error, { principal, execute }) =>
    principal.kind === 'system'
      ? execute(errorLog, error.id, { decide: (state) => decideRecordError(state, error) })
      : refuse('forbidden', 'Only Cairn itself does that.'),
  ),
  serviceCommand(identityCommands.updateErrors, ({ body }, { principal, tools, executeAddressed }) => {
    const id = body.id.toLowerCase();
    return executeAddressed(errorLog, id, {
      given: async () => (await errorCount(tools.registers, id))?.count ?? 0,
      decide: (state, count) => decideResolveError(state, { resolved: body.resolved, by: principal, count }),
    });
  }),
];
