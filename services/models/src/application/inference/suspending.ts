import { modelCommands } from '@cairn/contracts';
import { derivedId, type OwnCall, type Refusal, type ServiceTools } from '@cairn/kernel';
import { type Chosen, suspended } from './runnable.js';

/** That a version is out of service is told at once to all that run it: it is Cairn that says so, not who asked. */
export const suspend = async (
  { execute }: Pick<ServiceTools, 'execute'>,
  { version, file: { sha256, term } }: Chosen,
  reason: string,
  cause: OwnCall,
): Promise<Refusal> => {
  const call = { ...cause, id: derivedId(cause.id, 'suspension', term) };
  await execute(modelCommands.suspendModelVersion, { id: version.id, sha256, term, reason }, call);
  return suspended(reason);
};
