import type { AssetEventData } from '@cairn/contracts';
import type { Change, Index, Json, ProjectedEvent } from '@cairn/kernel';
import type { ChangingEvent } from '../domain/state.js';

type Facts = Pick<ProjectedEvent, 'id' | 'at'>;

/** What the shares of an asset are found by, and those that wait for an address. */
export const shareIndexes: readonly Index[] = [
  { kind: 'compound', fields: ['asset_id', 'deleted', 'created_at'] },
  { kind: 'compound', fields: ['address_key', 'pending', 'created_at'] },
  { kind: 'compound', fields: ['user_id', 'created_at'] },
  { kind: 'compound', fields: ['request_user_id', 'created_at'] },
];

/** What an event does to the documents of shares: one for each share. An address is there while nobody has accepted. */
export const shareChanges = (collection: string, told: ChangingEvent, facts: Facts): readonly Change[] => {
  switch (told.does) {
    case 'shared':
      return [made(collection, told.data, facts)];
    case 'shareAccepted':
      return [
        patched(collection, told.data.share_id, facts, {
          user_id: told.data.user_id,
          pending: false,
          accepted_at: facts.at,
          email: undefined,
          address_key: undefined,
        }),
      ];
    case 'shareUpdated': {
      const { share_id, role, expires_at } = told.data;
      return [
        patched(collection, share_id, facts, {
          ...(role === undefined ? {} : { role }),
          ...(expires_at === undefined ? {} : { expires_at: expires_at ?? undefined }),
        }),
      ];
    }
    case 'shareRemoved':
      return [
        patched(collection, told.data.share_id, facts, {
          deleted: true,
          email: undefined,
          address_key: undefined,
        }),
      ];
    default:
      return [];
  }
};

const made = (
  collection: string,
  { share_id, readers: _, address_key, ...data }: AssetEventData['shared'],
  { id, at }: Facts,
): Change => ({
  kind: 'put',
  collection,
  document: {
    ...data,
    id: share_id,
    asset_id: id,
    created_at: at,
    updated_at: at,
    deleted: false,
    ...(data.pending ? { address_key } : { accepted_at: at }),
  },
});

const patched = (
  collection: string,
  id: string,
  { at }: Facts,
  fields: Readonly<Record<string, Json | undefined>>,
): Change => ({ kind: 'patch', collection, id, fields: { ...fields, updated_at: at } });
