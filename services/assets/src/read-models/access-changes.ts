import type { AccessChangeKind, AssetEventData, AssetEventDefinitions, DomainEvent } from '@cairn/contracts';
import type { Change, Collection, Document, ProjectedEvent } from '@cairn/kernel';
import { type AssetEvent, assetEventsIn } from '../domain/state.js';

type Facts = Omit<ProjectedEvent, 'event'>;

/** What an access review tells of an asset: a document for each change, in each organization that it concerns. */
interface AccessChangeDocument extends Document {
  readonly organization_id: string;
  readonly created_at: string;
  readonly kind: AccessChangeKind;
  readonly subject_id: string;
  readonly user_id?: string;
  readonly before?: string;
  readonly after?: string;
  readonly by_kind: string;
  readonly by_id: string;
}

type Told = Pick<AccessChangeDocument, 'kind' | 'user_id' | 'before' | 'after'>;

/** Where the changes of assets of one kind are. */
export const accessChanges = (name: string): Collection => ({
  name,
  indexes: [
    { kind: 'compound', fields: ['organization_id', 'created_at'] },
    { kind: 'compound', fields: ['organization_id', 'user_id', 'created_at'] },
  ],
});

/** How an access review follows from the events of assets. What is in no organization is not in one. */
export const projectAccessChanges = (
  definitions: AssetEventDefinitions,
  collection: string,
): ((event: DomainEvent, facts: Facts) => readonly Change[]) => {
  const read = assetEventsIn(definitions);
  return (event, facts) => {
    const told = read(event);
    return told === undefined ? [] : changesOf(collection, told, facts);
  };
};

const changesOf = (collection: string, told: AssetEvent, facts: Facts): readonly Change[] => {
  const put = putting(collection, facts);
  switch (told.does) {
    case 'created':
      return put(facts.organization, 'arrived', { kind: 'asset_arrived', after: told.data.visibility });
    case 'updated':
      return ofPlaces(put, placesOf(told.data));
    case 'transferred':
      return [
        ...ofPlaces(put, { before: told.data.previous, after: told.data }),
        ...ofOwners(put, told.data),
      ];
    case 'deleted':
      return put(facts.organization, 'deleted', { kind: 'asset_deleted' });
    case 'restored':
      return put(facts.organization, 'restored', { kind: 'asset_restored' });
    default:
      return ofShares(collection, told, facts);
  }
};

const ofShares = (collection: string, told: AssetEvent, facts: Facts): readonly Change[] => {
  switch (told.does) {
    case 'shared': {
      const { data } = told;
      const row: Told = { kind: offered(data), ...shareOf(data), after: data.role };
      return [
        ...putting(collection, facts)(facts.organization, 'share', row),
        ...(data.pending ? [] : expiring(collection, data, data, facts)),
      ];
    }
    case 'shareAccepted':
    case 'shareUpdated':
    case 'shareRemoved':
      return ofShare(collection, told, facts);
    default:
      return [];
  }
};

type Put = (organization: string | null | undefined, part: string, told: Told) => readonly Change[];

const putting =
  (collection: string, { id, eventId, at, actor }: Facts): Put =>
  (organization, part, told) =>
    organization === null || organization === undefined
      ? []
      : [
          {
            kind: 'put',
            collection,
            document: {
              ...told,
              id: `${eventId}:${part}:${organization}`,
              organization_id: organization,
              created_at: at,
              subject_id: id,
              by_kind: actor.kind,
              by_id: actor.id,
            },
          },
        ];

interface Place {
  readonly organization_id: string | null;
  /** Absent: it is not told. */
  readonly project_id?: string | null | undefined;
  readonly visibility: string;
}
interface Places {
  readonly before: Place;
  readonly after: Place;
}

/** Of what changes nothing about who sees it there are none. */
const placesOf = ({ changes, previous }: AssetEventData['updated']): Places | undefined => {
  if (previous === undefined) return undefined;
  const { organization_id = previous.organization_id, visibility = previous.visibility } = changes;
  const { project_id = previous.project_id } = changes;
  return { before: previous, after: { organization_id, project_id, visibility } };
};

const ofPlaces = (put: Put, places: Places | undefined): readonly Change[] => {
  if (places === undefined) return [];
  const { before, after } = places;
  if (before.organization_id !== after.organization_id)
    return [
      ...put(before.organization_id, 'left', { kind: 'asset_left', before: before.visibility }),
      ...put(after.organization_id, 'arrived', { kind: 'asset_arrived', after: after.visibility }),
    ];
  const seen = { before: before.visibility, after: after.visibility };
  return [
    ...ofProjects(put, before, after),
    ...(before.visibility === after.visibility
      ? []
      : put(after.organization_id, 'visibility', { kind: 'visibility_changed', ...seen })),
  ];
};

/** From one project of an organization to another, or to none. */
const ofProjects = (put: Put, before: Place, after: Place): readonly Change[] =>
  before.project_id === undefined || before.project_id === after.project_id
    ? []
    : put(after.organization_id, 'project', {
        kind: 'asset_moved',
        ...(before.project_id === null ? {} : { before: before.project_id }),
        ...(typeof after.project_id === 'string' ? { after: after.project_id } : {}),
      });

const ofOwners = (put: Put, { previous, ...now }: AssetEventData['transferred']): readonly Change[] => {
  if (previous.user_id === now.user_id) return [];
  const told: Told = {
    kind: 'owner_changed',
    user_id: now.user_id,
    before: previous.user_id,
    after: now.user_id,
  };
  return [...new Set([previous.organization_id, now.organization_id])].flatMap((organization) =>
    put(organization, 'owner', told),
  );
};

const offered = ({ pending }: AssetEventData['shared']): AccessChangeKind =>
  pending ? 'share_offered' : 'share_granted';
const shareOf = ({ user_id }: { readonly user_id?: string | null | undefined }) =>
  typeof user_id === 'string' ? { user_id } : {};

type ShareChange = Extract<AssetEvent, { does: 'shareAccepted' | 'shareUpdated' | 'shareRemoved' }>;
type Share = NonNullable<AssetEventData['shareUpdated']['previous']>;

const ofShare = (collection: string, told: ShareChange, facts: Facts): readonly Change[] => {
  const { previous } = told.data;
  if (previous === undefined) return [];
  const now = shareAfter(previous, told);
  if (now === undefined) return ofEnd(collection, told.data, previous, facts);
  const put = (kind: AccessChangeKind, more: Pick<Told, 'before' | 'after'>): readonly Change[] =>
    putting(collection, facts)(facts.organization, 'share', { kind, ...shareOf(now), ...more });
  const expiry = now.pending
    ? []
    : [...notYetOver(collection, told.data, previous, facts), ...expiring(collection, told.data, now, facts)];
  const gives = isGiving(now, facts);
  if (gives && !isGiving(previous, facts)) return [...put('share_granted', { after: now.role }), ...expiry];
  return gives && previous.role !== now.role
    ? [...put('share_changed', { before: previous.role, after: now.role }), ...expiry]
    : expiry;
};

/** One that was over by itself has ended already. */
const ofEnd = (
  collection: string,
  share: { readonly share_id: string },
  previous: Share,
  facts: Facts,
): readonly Change[] => {
  if (!previous.pending && isOver(previous, facts)) return [];
  const kind = previous.pending ? 'share_withdrawn' : 'share_revoked';
  return [
    ...putting(collection, facts)(facts.organization, 'share', {
      kind,
      ...shareOf(previous),
      before: previous.role,
    }),
    ...notYetOver(collection, share, previous, facts),
  ];
};

const isOver = ({ expires_at }: Pick<Share, 'expires_at'>, { at }: Facts): boolean =>
  expires_at !== null && expires_at <= at;
const isGiving = (share: Share, facts: Facts): boolean => !share.pending && !isOver(share, facts);

const shareAfter = (previous: Share, told: ShareChange): Share | undefined => {
  switch (told.does) {
    case 'shareAccepted':
      return { ...previous, user_id: told.data.user_id, pending: false };
    case 'shareUpdated': {
      const { role = previous.role, expires_at = previous.expires_at } = told.data;
      return { ...previous, role, expires_at };
    }
    case 'shareRemoved':
      return undefined;
  }
};

const expiryId = ({ share_id }: { readonly share_id: string }, end: string): string =>
  `${share_id}:expiry:${end}`;

/** The end of a share that has not come and will not come: one that has come stays told. */
const notYetOver = (
  collection: string,
  share: { readonly share_id: string },
  { expires_at, pending }: Share,
  { at }: Facts,
): readonly Change[] =>
  pending || expires_at === null || expires_at <= at
    ? []
    : [{ kind: 'remove', collection, id: expiryId(share, expires_at) }];

/** That a share ends by itself stands in no event: it is told at its end, which may not have come. */
const expiring = (
  collection: string,
  share: { readonly share_id: string },
  { expires_at, role, user_id }: Partial<Share>,
  facts: Facts,
): Change[] => {
  if (typeof expires_at !== 'string') return [];
  const told: Told = { kind: 'share_expired', ...shareOf({ user_id }), ...(role && { before: role }) };
  const [made] = putting(collection, { ...facts, at: expires_at })(facts.organization, 'expiry', told);
  return made?.kind === 'put'
    ? [{ ...made, document: { ...made.document, id: expiryId(share, expires_at) } }]
    : [];
};
