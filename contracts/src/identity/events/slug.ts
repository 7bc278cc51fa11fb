import { Type } from '@sinclair/typebox';
import { event, type EventOf, Internal } from '../../kit/event.js';
import { OneOf, Uuid } from '../../kit/schemas.js';
import { CLAIM, ORGANIZATION, RESERVATION } from '../../kit/example-ids.js';

/** What has a slug; all but organizations have one that is unique in their organization. */
const slugHolders = ['organization', 'team', 'project', 'role'] as const;
export type SlugHolder = (typeof slugHolders)[number];

const SlugReserved = event({
  name: 'SlugReserved',
  storedType: 'identity.slug.reserved.v1',
  description: 'A slug is held for a group or a role; it counts when that has taken it under this claim.',
  schema: Type.Object({ id: Uuid, kind: OneOf(slugHolders), holder_id: Uuid, claim_id: Internal(Uuid) }),
  example: { id: RESERVATION, kind: 'organization', holder_id: ORGANIZATION, claim_id: CLAIM },
});

const SlugReleased = event({
  name: 'SlugReleased',
  storedType: 'identity.slug.released.v1',
  description: 'A slug is free again.',
  schema: Type.Object({ id: Uuid, claim_id: Internal(Uuid) }),
  example: { id: RESERVATION, claim_id: CLAIM },
});

/** The events of `slug-` streams, which are never published. */
export const slugEvents = { SlugReserved, SlugReleased } as const;
export type SlugEvent = EventOf<(typeof slugEvents)[keyof typeof slugEvents]>;
