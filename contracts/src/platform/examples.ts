import type { ProjectionStatus } from './resources.js';

export const exampleProjection: ProjectionStatus = {
  name: 'datasets@1',
  service: 'datasets',
  state: 'live',
  position: '00000000000000000042',
  head: '00000000000000000042',
  lag_events: 0,
  lag_ms: 0,
  parked: [],
};
