import { modelCommands } from '@cairn/contracts';
import { type ServiceCommand, serviceCommand } from '@cairn/kernel';
import {
  decideCreate,
  decideDelete,
  decideRestore,
  decideUpdate,
} from '../../domain/application/decisions.js';
import { application } from '../../domain/application/state.js';

export const applicationCommands: readonly ServiceCommand[] = [
  serviceCommand(modelCommands.createApplication, ({ body }, { id, principal, executeAddressed }) => {
    const made = id('application');
    return executeAddressed(application, made, {
      decide: (state) => decideCreate(state, made, body, principal),
    });
  }),
  serviceCommand(modelCommands.updateApplication, ({ body }, { principal, executeAddressed }) =>
    executeAddressed(application, body.id, { decide: (state) => decideUpdate(state, body, principal) }),
  ),
  serviceCommand(modelCommands.deleteApplication, ({ id: application_id }, { principal, executeAddressed }) =>
    executeAddressed(application, application_id, { decide: (state) => decideDelete(state, principal) }),
  ),
  serviceCommand(
    modelCommands.restoreApplication,
    ({ id: application_id }, { principal, executeAddressed }) =>
      executeAddressed(application, application_id, { decide: (state) => decideRestore(state, principal) }),
  ),
];
