import { type SessionEvent, sessionEvents } from '@cairn/contracts';
import { type Change, projection } from '@cairn/kernel';

export const SESSIONS = 'identity_sessions';

/** Sessions that have not ended, with what their people may know of them. What has ended is removed. */
export const sessions = projection<SessionEvent>({
  name: 'identity.sessions',
  version: 1,
  collections: [
    {
      name: SESSIONS,
      indexes: [
        { kind: 'compound', fields: ['user_id', 'epoch', 'created_at'] },
        { kind: 'compound', fields: ['user_id', 'epoch', 'expires_at'] },
        { kind: 'compound', fields: ['user_id', 'created_at'] },
      ],
    },
  ],
  events: Object.values(sessionEvents),
  project: (event, { id, at, revision }) => {
    const stamp = { updated_at: at, revision: revision.toString() };
    const patch = (fields: Readonly<Record<string, string | number>>): readonly Change[] => [
      { kind: 'patch', collection: SESSIONS, id, fields: { ...fields, ...stamp } },
    ];
    switch (event.type) {
      case 'SessionStarted':
        return [{ kind: 'put', collection: SESSIONS, document: { ...event.data, ...stamp, created_at: at } }];
      case 'SessionRefreshed':
        return patch({ expires_at: event.data.expires_at });
      case 'SessionKept':
        return patch({ epoch: event.data.epoch });
      case 'SessionEnded':
        return [{ kind: 'remove', collection: SESSIONS, id }];
    }
  },
});
