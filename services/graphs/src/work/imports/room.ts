import { JobRefused, type ServiceTools } from '@cairn/kernel';
import type { GraphJob } from '../../domain/job/state.js';
import { graphUsage } from '../../usage.js';

/** Whether there is room for a file, looked at before anything of it is stored. */
export interface Room {
  /** There is a bound, so that it is worth knowing how large the file is. */
  readonly isBounded: boolean;
  /** Throws `JobRefused` when there is clearly no room: what is stored takes more than the values of the elements. */
  check(this: void, characters: number): Promise<void>;
}

export const roomFor = async (
  { graph_id }: Pick<GraphJob, 'graph_id'>,
  { documents, quotas }: Pick<ServiceTools, 'documents' | 'quotas'>,
): Promise<Room> => {
  const room = graphUsage.room(documents, quotas);
  const { bytesLeft } = await room.inAsset(graph_id, {});
  return {
    isBounded: Number.isFinite(bytesLeft),
    check: async (bytes) => {
      const { refusal } = await room.inAsset(graph_id, { bytes });
      if (refusal === undefined) return;
      throw new JobRefused(refusal.refused, `${refusal.detail} Nothing was stored.`, refusal.errors);
    },
  };
};
