import { modelCommands } from '@cairn/contracts';
import { administratorRefused, notFound, type ServiceCommand, serviceCommand } from '@cairn/kernel';
import { model } from '../domain/model/state.js';
import { decideReinstate, decideReinstateOwn, decideSuspend } from '../domain/version/out-of-service.js';
import { modelVersion } from '../domain/version/state.js';
import { modelVersions } from '../versions.js';

/**
 * Versions go out of service by what runs them, and back by administrators, who need not be able to see them, or by who may
 * write the model.
 */
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
  serviceCommand(modelCommands.reinstateOwnModelVersion, ({ id: assetId, version_id: versionId }, context) =>
    modelVersions.change(
      context,
      { assetId, versionId },
      {
        decide: (version) =>
          administratorRefused(context.principal, 'admin:write') === undefined
            ? decideReinstate(version, assetId)
            : decideReinstateOwn(version, context.at),
      },
    ),
  ),
];
