import { type SecondFactorEvent, secondFactorEvents } from '@cairn/contracts';
import type { TimerRules } from '@cairn/kernel';

/** A device leaves the list when its time is over. */
export const deviceTimers: TimerRules = {
  version: 1,
  events: [secondFactorEvents.DeviceTrusted, secondFactorEvents.DeviceRevoked],
  set: (seen) => {
    const event = seen as SecondFactorEvent;
    if (event.type !== 'DeviceTrusted') return [];
    const { id, user_id, expires_at: due } = event.data;
    return [{ id, due, command: 'identity.expireDevice', input: { user_id, device_id: id } }];
  },
  stop: (seen) => {
    const event = seen as SecondFactorEvent;
    return event.type === 'DeviceRevoked' ? [event.data.id] : [];
  },
};
