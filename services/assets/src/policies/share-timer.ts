import type { AssetEventData, AssetEventDefinitions } from '@cairn/contracts';
import type { TimerRules } from '@cairn/kernel';
import { lapsesAt } from '../domain/shares.js';

/** Takes back what nobody has accepted in time (SPEC-23). The command gets the `id` of the asset and a `share_id`. */
export const shareLapses = (
  { shared, shareAccepted, shareRemoved }: AssetEventDefinitions,
  command: string,
): TimerRules => {
  const timerId = (assetId: string, shareId: string): string => `share:${assetId}:${shareId}`;
  return {
    version: 2,
    events: [shared, shareAccepted, shareRemoved],
    set: ({ type, data }, { id, at }) => {
      const { pending, share_id } = data as AssetEventData['shared'];
      return type === shared.name && pending
        ? [{ id: timerId(id, share_id), due: lapsesAt(at), command, input: { id, share_id } }]
        : [];
    },
    stop: ({ type, data }, { id }) =>
      type === shared.name ? [] : [timerId(id, (data as AssetEventData['shareRemoved']).share_id)],
  };
};
