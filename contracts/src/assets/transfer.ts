import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { ORGANIZATION, PERSON, PROJECT } from '../kit/example-ids.js';
import { operation } from '../kit/operation.js';
import { ok } from '../kit/replies.js';
import { OneOf, Uuid } from '../kit/schemas.js';
import { settableFields, visibilities } from './fields.js';
import type { Described } from './operations.js';

/** Whose an asset shall be, and in which groups; what is absent stays, `null` clears a group. */
export const TransferRequest = Type.Object({
  user_id: Type.Optional(Uuid),
  organization_id: settableFields.organization_id,
  project_id: settableFields.project_id,
});
export type TransferRequest = Readonly<Static<typeof TransferRequest>>;

/** Whose an asset is and where, after it was moved. */
export const AssetPlace = Type.Object({
  id: Uuid,
  user_id: Type.String({ description: 'The owner.' }),
  organization_id: Type.Optional(Type.String()),
  project_id: Type.Optional(Type.String()),
  visibility: OneOf(visibilities),
  public: Type.Boolean(),
});
export type AssetPlace = Static<typeof AssetPlace>;

type Movable<Noun extends string, Params extends TSchema> = Pick<
  Described<Noun, Params, TSchema>,
  'noun' | 'called' | 'tag' | 'resource' | 'path' | 'params'
> & { readonly example: { readonly id: string } };

/** `transfer…` of an asset (SPEC-21). */
export const transferOperation = <const Noun extends string, Params extends TSchema>(
  its: Movable<Noun, Params>,
) =>
  operation({
    id: `transfer${its.noun}`,
    tag: its.tag,
    summary: `Give a ${its.called} to somebody, or move it to another organization or project`,
    description:
      'For its owner, and for who administers its organization or project. Who gets it must be a member of the ' +
      'organization that it is in afterwards; of what is in none, somebody of an organization in common with the caller. ' +
      'A visibility that no longer fits becomes `private`. Shares stay, but for one with the new owner; who had it ' +
      'keeps what a role or the visibility gives. The quotas of who gets it count it. It is moved back by another ' +
      'transfer: one that changed the owner cannot be reverted.',
    method: 'POST',
    path: `${its.path}/transfer`,
    access: `${its.resource}:transfer`,
    params: its.params,
    etag: true,
    showsHistory: true,
    body: TransferRequest,
    replies: ok(`Whose the ${its.called} is now, and where: also for who sees it no more.`, AssetPlace),
    errors: ['forbidden', 'group_unavailable', 'project_elsewhere', 'recipient_unavailable', 'quota_reached'],
    example: {
      body: { organization_id: ORGANIZATION, project_id: PROJECT },
      reply: {
        id: its.example.id,
        user_id: PERSON,
        organization_id: ORGANIZATION,
        project_id: PROJECT,
        visibility: 'private',
        public: false,
      },
    },
  });
