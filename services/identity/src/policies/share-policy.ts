import { type AssetEventData, assets } from '@cairn/contracts';
import type { Policy, ServiceTools } from '@cairn/kernel';
import { mailShare, shareIsOver } from '../work/share-mail.js';

/** Who something is shared with is asked once; when that is over the address is forgotten (SPEC-23). Who accepted reads what is mailed there. */
export const sharePolicy = (tools: ServiceTools): Policy => ({
  name: 'identity.shares',
  categories: assets.map(({ called }) => called),
  events: assets.flatMap(({ events }) => [events.shared, events.shareAccepted, events.shareRemoved]),
  react: async (seen) => {
    const { type, data } = seen.event;
    const isShared = assets.some(({ events }) => events.shared.name === type);
    if (isShared) return mailShare(tools, data as AssetEventData['shared'], seen);
    const over = data as AssetEventData['shareAccepted'] | AssetEventData['shareRemoved'];
    return shareIsOver(tools, over, seen);
  },
});
