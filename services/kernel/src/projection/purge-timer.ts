import type { EventDefinition } from '@cairn/contracts';
import type { TimerRules } from './timer-rules.js';

/** The events that end an asset, or what is in one, and bring it back. */
export interface EndEvents {
  readonly deleted: EventDefinition;
  readonly restored: EventDefinition;
  readonly purged: EventDefinition;
}

/**
 * Purges what was deleted at the time that its deletion names, 30 days later (law 6); what names none stays. The
 * command gets the `id` of what is purged.
 */
export const purgeTimer = ({ deleted, restored, purged }: EndEvents, command: string): TimerRules => {
  const timerId = (id: string): string => `purge:${id}`;
  return {
    version: 2,
    events: [deleted, restored, purged],
    set: ({ type, data }, { id }) => {
      const { purge_at: due } = data as { readonly purge_at?: string };
      return type === deleted.name && due !== undefined
        ? [{ id: timerId(id), due, command, input: { id } }]
        : [];
    },
    stop: ({ type }, { id }) => (type === deleted.name ? [] : [timerId(id)]),
  };
};
