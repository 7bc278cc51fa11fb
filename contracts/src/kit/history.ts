import { PERSON } from './example-ids.js';
import { type Static, Type } from '@sinclair/typebox';
import { resource } from './resource.js';
import { Time } from './schemas.js';

const Change = resource('Change', {
  path: Type.String({ description: 'JSON pointer into the resource.' }),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
});
type Change = Readonly<Static<typeof Change>>;

/** One event in the history of an asset, version or item (SPEC-8). */
export const HistoryEntry = resource('HistoryEntry', {
  revision: Type.Integer({ minimum: 0 }),
  position: Type.String(),
  type: Type.String({ description: 'The stored type of the event, `datasets.item.annotated.v1`.' }),
  at: Time,
  actor: Type.Object({
    kind: Type.String({ description: '`user`, `api_key` or `system`.' }),
    id: Type.String(),
  }),
  command_id: Type.String(),
  correlation_id: Type.String(),
  changes: Type.Array(Change),
});
export type HistoryEntry = Readonly<Static<typeof HistoryEntry>>;

export const RevertRequest = resource('RevertRequest', {
  revision: Type.Integer({ minimum: 0, description: 'The revision of the one event to undo.' }),
});
export type RevertRequest = Readonly<Static<typeof RevertRequest>>;

export const exampleHistoryEntry: HistoryEntry = {
  revision: 1,
  position: '00000000000000000042',
  type: 'datasets.dataset.changed.v1',
  at: '2026-03-02T09:20:00.000Z',
  actor: { kind: 'user', id: PERSON },
  command_id: '7d4f5c1e-0b6a-8e2d-9c3b-1a2f3e4d5c6b',
  correlation_id: '3f6b9d2c-8a1e-4c57-b0d4-6e5f7a8b9c0d',
  changes: [{ path: '/name', before: 'Sea birds', after: 'Sea birds of the north' }],
};
