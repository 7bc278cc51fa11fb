import { type Static, type TProperties, type TString, Type } from '@sinclair/typebox';
import { FileRecord } from '../kit/blob.js';
import { event, type EventDefinition, Internal, Personal, type StoredType } from '../kit/event.js';
import { Nullable, OneOf, Time, Uuid } from '../kit/schemas.js';
import { exampleActivated, VersionActivated } from './activation.js';
import { HistoryFrom, visibilities } from './fields.js';
import { ReaderRecord } from './reader.js';
import { shareEndings, shareRoles } from './sharing.js';

/** The id of one, or none. */
const group = Nullable(Type.String());
const set = {
  name: Type.String(),
  description: Type.String(),
  notes: Type.String(),
  public: Type.Boolean(),
  visibility: OneOf(visibilities),
};
const createdSchema = <Own extends TProperties>(own: Own, active_version_id: TString = Uuid) =>
  Type.Object({
    id: Uuid,
    user_id: Type.String(),
    ...set,
    ...own,
    organization_id: Type.Optional(Type.String()),
    project_id: Type.Optional(Type.String()),
    active_version_id,
    readers: Internal(Type.Array(ReaderRecord)),
  });
/** Of an asset that is made without a version. */
const ActiveOrNone = Type.String({ description: 'Empty: it has no version yet.' });
const updatedSchema = <Own extends TProperties>(own: Own) =>
  Type.Object({
    changes: Type.Partial(
      Type.Object({
        ...set,
        ...own,
        organization_id: group,
        project_id: group,
        history_from: HistoryFrom,
      }),
    ),
    previous: Type.Optional(
      Type.Object(
        { organization_id: group, project_id: Type.Optional(group), visibility: OneOf(visibilities) },
        { description: 'Who saw it until then, where that changes.' },
      ),
    ),
    readers: Type.Optional(Internal(Type.Array(ReaderRecord))),
  });
const Readers = Internal(Type.Array(ReaderRecord));
const Shared = Type.Object({
  share_id: Uuid,
  /** Absent while nobody is known who was asked by e-mail. */
  user_id: Type.Optional(Type.String()),
  email: Type.Optional(Personal()),
  address_key: Type.Optional(Internal(Type.String())),
  role: OneOf(shareRoles),
  expires_at: Type.Optional(Time),
  version_id: Type.Optional(Uuid),
  request_user_id: Type.String(),
  pending: Type.Boolean({ description: 'It gives nothing until it is accepted.' }),
  without_invite: Type.Boolean(),
  readers: Readers,
});
const previousShare = {
  previous: Type.Optional(
    Type.Object(
      {
        user_id: Nullable(Type.String()),
        role: OneOf(shareRoles),
        expires_at: Nullable(Time),
        pending: Type.Boolean(),
      },
      { description: 'The share until then.' },
    ),
  ),
};
const changedShare = { share_id: Uuid, ...previousShare, readers: Readers };
const ShareAccepted = Type.Object({ ...changedShare, user_id: Type.String() });
const ShareUpdated = Type.Object({
  ...changedShare,
  role: Type.Optional(OneOf(shareRoles)),
  expires_at: Type.Optional(Nullable(Time)),
});
const ShareRemoved = Type.Object({ ...changedShare, reason: Type.Optional(OneOf(shareEndings)) });
const place = {
  user_id: Type.String(),
  organization_id: group,
  project_id: group,
  public: Type.Boolean(),
  visibility: OneOf(visibilities),
};
const Transferred = Type.Object({
  ...place,
  previous: Type.Object(place, { description: 'Whose it was, and where.' }),
  readers: Readers,
});
const Deleted = Type.Object({ purge_at: Time });
const Nothing = Type.Object({});
/** What the first two of every asset tell, without what is its own. */
const AssetCreated = createdSchema({});
const AssetUpdated = updatedSchema({});

/** What the events of every asset tell, by what they do; an asset's own fields are beside these. */
export interface AssetEventData {
  readonly created: Static<typeof AssetCreated>;
  readonly updated: Static<typeof AssetUpdated>;
  readonly transferred: Static<typeof Transferred>;
  readonly versionActivated: Static<typeof VersionActivated>;
  readonly logoSet: FileRecord;
  readonly logoRemoved: object;
  readonly deleted: Static<typeof Deleted>;
  readonly restored: object;
  readonly purged: object;
  readonly shared: Static<typeof Shared>;
  readonly shareAccepted: Static<typeof ShareAccepted>;
  readonly shareUpdated: Static<typeof ShareUpdated>;
  readonly shareRemoved: Static<typeof ShareRemoved>;
}

/** The definitions of an asset's own events, by what they do. */
export type AssetEventDefinitions = Readonly<Record<keyof AssetEventData, EventDefinition>>;

/** In what the events of one kind of asset differ from those of others. */
export interface AssetEventsOf<Noun extends string, Own extends TProperties> {
  /** What their stored types begin with: `datasets`. */
  readonly area: string;
  /** Its events are named with it: `Dataset`. */
  readonly noun: Noun;
  /** What may be set of it beside what all have. */
  readonly own: Own;
  /** It is made without a version: its first one comes later. */
  readonly madeEmpty?: true;
  /** Data of the first two; they stand in the documents. */
  readonly examples: {
    readonly created: Static<ReturnType<typeof createdSchema<Own>>>;
    readonly updated: Static<ReturnType<typeof updatedSchema<Own>>>;
  };
}

/** The events of one kind of asset: it comes, changes, goes, comes back and is gone for good. */
export const assetEvents = <const Noun extends string, Own extends TProperties>({
  area,
  noun,
  own,
  madeEmpty,
  examples,
}: AssetEventsOf<Noun, Own>) => {
  const word = noun.toLowerCase();
  return {
    created: event({
      name: `${noun}Created`,
      storedType: stored(area, word, 'created'),
      description: madeEmpty
        ? `A ${word} was made, without a version.`
        : `A ${word} was made; its first version was made just before.`,
      schema: createdSchema(own, madeEmpty ? ActiveOrNone : Uuid),
      example: examples.created,
    }),
    updated: event({
      name: `${noun}Updated`,
      storedType: stored(area, word, 'updated'),
      description:
        `Fields of a ${word} were set; null clears one. \`history_from\` is ` +
        `where the history begins that those may read who may only read the ${word}; \`now\` is the time of this event.`,
      schema: updatedSchema(own),
      example: examples.updated,
    }),
    versionActivated: event({
      name: `${noun}VersionActivated`,
      storedType: stored(area, word, 'version_activated'),
      description: 'Another version became the active one.',
      schema: VersionActivated,
      example: exampleActivated,
    }),
    ...logoEvents(area, noun),
    ...endEvents(area, noun),
    ...placeEvents(area, noun),
    ...shareEvents(area, noun),
  } as const;
};

const stored = (area: string, word: string, verb: string): StoredType => `${area}.${word}.${verb}.v1`;

const logoEvents = <const Noun extends string>(area: string, noun: Noun) => {
  const word = noun.toLowerCase();
  return {
    logoSet: event({
      name: `${noun}LogoSet`,
      storedType: stored(area, word, 'logo_set'),
      description: `A ${word} got a logo.`,
      schema: FileRecord,
      example: { sha256: 'a'.repeat(64), size: 4096, content_type: 'image/png', file_name: 'logo.png' },
    }),
    logoRemoved: event({
      name: `${noun}LogoRemoved`,
      storedType: stored(area, word, 'logo_removed'),
      description: `The logo of a ${word} was taken away.`,
      schema: Nothing,
      example: {},
    }),
  } as const;
};

const endEvents = <const Noun extends string>(area: string, noun: Noun) => {
  const word = noun.toLowerCase();
  return {
    deleted: event({
      name: `${noun}Deleted`,
      storedType: stored(area, word, 'deleted'),
      description: `A ${word} was deleted with everything in it; it can be restored until it is purged.`,
      schema: Deleted,
      example: { purge_at: '2026-03-03T12:00:00.000Z' },
    }),
    restored: event({
      name: `${noun}Restored`,
      storedType: stored(area, word, 'restored'),
      description: `The deletion of a ${word} was undone.`,
      schema: Nothing,
      example: {},
    }),
    purged: event({
      name: `${noun}Purged`,
      storedType: stored(area, word, 'purged'),
      description: `A deleted ${word} can no longer be restored.`,
      schema: Nothing,
      example: {},
    }),
  } as const;
};

const placeEvents = <const Noun extends string>(area: string, noun: Noun) => {
  const word = noun.toLowerCase();
  const place = { project_id: null, public: false, visibility: 'private' } as const;
  return {
    transferred: event({
      name: `${noun}Transferred`,
      storedType: stored(area, word, 'transferred'),
      description: `A ${word} was given to somebody, or moved to other groups; what stays is told too.`,
      schema: Transferred,
      example: {
        ...{ user_id: GRACE, organization_id: ORGANIZATION, ...place },
        previous: { user_id: OWNER, organization_id: ORGANIZATION, ...place },
        readers: [{ token: `user:${GRACE}` }, { token: `within:${ORGANIZATION}` }],
      },
    }),
  } as const;
};

const ORGANIZATION = '018f4d1a-0000-7000-8000-000000000031';
const SHARE = '018f4d1a-0000-7000-8000-000000000041';
const OWNER = '018f4d1a-0000-7000-8000-000000000009';
const GRACE = '018f4d1a-0000-7000-8000-000000000008';
const readers = [{ token: `user:${OWNER}` }];

const shareEvents = <const Noun extends string>(area: string, noun: Noun) => {
  const word = noun.toLowerCase();
  return {
    shared: event({
      name: `${noun}Shared`,
      storedType: stored(area, word, 'shared'),
      description: `A ${word} was shared with somebody; \`pending\` until it is accepted. The address is sealed under a key of the share.`,
      schema: Shared,
      example: {
        share_id: SHARE,
        email: 'grace@example.org',
        role: 'share_viewer',
        request_user_id: OWNER,
        pending: true,
        without_invite: false,
        readers,
      },
      subject: 'share_id',
    }),
    shareAccepted: event({
      name: `${noun}ShareAccepted`,
      storedType: stored(area, word, 'share_accepted'),
      description: `Somebody accepted a share of a ${word}.`,
      schema: ShareAccepted,
      example: { share_id: SHARE, user_id: GRACE, readers },
    }),
    shareUpdated: event({
      name: `${noun}ShareUpdated`,
      storedType: stored(area, word, 'share_updated'),
      description: `The role or the end of a share of a ${word} was changed; null: it has no end.`,
      schema: ShareUpdated,
      example: { share_id: SHARE, role: 'share_editor', readers },
    }),
    shareRemoved: event({
      name: `${noun}ShareRemoved`,
      storedType: stored(area, word, 'share_removed'),
      description: `A share of a ${word} was taken back, left, or not accepted in time. \`reason\`: \`address_erased\`, it waited for somebody whose account was erased.`,
      schema: ShareRemoved,
      example: { share_id: SHARE, readers },
    }),
  } as const;
};
