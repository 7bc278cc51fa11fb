import { type QuotaEvent, quotaEvents, type RateLimitEvent, rateLimitEvents } from '@cairn/contracts';
import { type Change, type Json, projection } from '@cairn/kernel';

export const SETTINGS = 'identity_settings';

/** `identity.settings`: a document for the settings of one kind, what was ever set of them. */
export const settings = projection<RateLimitEvent | QuotaEvent>({
  name: 'identity.settings',
  version: 1,
  collections: [{ name: SETTINGS, indexes: [] }],
  internal: ['revision', 'updated_at', 'updated_by'],
  events: [...Object.values(rateLimitEvents), ...Object.values(quotaEvents)],
  project: (event, { id, at, revision }): readonly Change[] => {
    const stamp = { revision: revision.toString() };
    if (event.type === 'RateLimitsBegun' || event.type === 'QuotasBegun')
      return [{ kind: 'put', collection: SETTINGS, document: { id, ...stamp } }];
    const { user_id: updated_by, changes } = event.data;
    const fields = { ...(changes as Readonly<Record<string, Json>>), ...stamp, updated_at: at, updated_by };
    return [{ kind: 'patch', collection: SETTINGS, id, fields }];
  },
});
