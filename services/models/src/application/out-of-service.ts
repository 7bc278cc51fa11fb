import { modelCommands } from '@cairn/contracts';
import { administratorRefused, notFound, type ServiceCommand, serviceCommand } from '@cairn/kernel';
import { model } from '../domain/model/state.js';
import { decideReinstate, decideSuspend } from '../domain/version/out-of-service.js';
import { modelVersion } from '../domain/version/state.js';

/** Versions go out of service by what runs them, and back by administrators, who need not be able to see them. */
export const outOfServiceCommands: readonly ServiceCommand[] = [
  serviceCommand(modelCommands.suspendModelVersion, ({ id, ...suspending }, context) =>
    context.execute(modelVersion, id, {
      decide: (state) => decideSuspend(state, suspending, context.principal),
    }),
  ),
  serviceCommand(modelCommands.reinstateModelVersion, ({ id, version_id }, context) =>
    context.executeAddressed(modelVersion, version_id, {
      given: async () => {
        const refused = administratorRefused(context.principal, 'admin:write');
        if (refused !== undefined) return refused;
        return (await context.load(model, id)).status === 'live' ? id : notFound();
      },
      decide: decideReinstate,
    }),
  ),
];
