import { postProcessorJobCommands, type StopReason } from '@cairn/contracts';
import type { OwnCall, ServiceTools } from '@cairn/kernel';
import type { PostProcessorDocument } from '../../read-models/post-processors.js';

/** A post-processor works no more until somebody enables it. */
export const stop = async (
  { execute }: Pick<ServiceTools, 'execute'>,
  id: string,
  reason: StopReason,
  call: OwnCall,
): Promise<void> => {
  await execute(postProcessorJobCommands.stop, { id, reason }, call);
};

/** The first of some, in their order, that can be asked; those before it that never can be are stopped. */
export const nextAsked = async (
  tools: Pick<ServiceTools, 'execute'>,
  some: readonly PostProcessorDocument[],
  stopCall: (id: string) => OwnCall,
): Promise<PostProcessorDocument | undefined> => {
  for (const each of some) {
    if (each.external_provider === '') return each;
    await stop(tools, each.id, 'provider_not_served', stopCall(each.id));
  }
  return undefined;
};
