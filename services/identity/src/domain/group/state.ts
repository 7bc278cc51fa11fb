import type {
  DomainEvent,
  FileRecord,
  GroupEventData,
  GroupEventDefinitions,
  HeldName,
} from '@cairn/contracts';

/** What a group says of itself; each kind has its own beside it. */
export interface GroupContent {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
}

/** A group as its stream tells it, without its members: those are in the streams of the persons. */
export interface KnownGroup<Content extends GroupContent = GroupContent> {
  readonly status: 'live' | 'deleted';
  readonly id: string;
  /** Who made it. */
  readonly userId: string;
  readonly content: Content;
  readonly logo: FileRecord | null;
  readonly heldSlug: HeldName;
  /** Claims to slugs that it let go or that were taken from it; it can take none of them (law 5). */
  readonly abandonedClaims: readonly string[];
}

/** `abandoned`: a slug was reserved for a group that then never came, and may not come any more (law 5). */
export type NoGroup = { readonly status: 'none' } | { readonly status: 'abandoned' };
export const NO_GROUP: NoGroup = { status: 'none' };

export const isGroup = <Known extends KnownGroup>(state: NoGroup | Known): state is Known =>
  state.status === 'live' || state.status === 'deleted';

/** An event of a group by what it does. */
export type GroupEvent = {
  [Does in keyof GroupEventData]: { readonly does: Does; readonly data: GroupEventData[Does] };
}[keyof GroupEventData];

/** Reads events as those of groups; `undefined` for an event that one kind alone has. */
export const groupEventsIn = (
  definitions: GroupEventDefinitions,
): ((event: DomainEvent) => GroupEvent | undefined) => {
  const does = new Map(Object.entries(definitions).map(([key, { name }]) => [name, key]));
  return ({ type, data }) => {
    const known = does.get(type);
    return known === undefined ? undefined : ({ does: known, data } as GroupEvent);
  };
};

type ChangingEvent = Exclude<GroupEvent, { does: 'created' | 'slugAbandoned' }>;

/** How the state of a group follows from the events that all kinds have; `made` gives it of the first one. */
export const evolveGroup = <Known extends KnownGroup>(
  definitions: GroupEventDefinitions,
  made: (data: GroupEventData['created']) => Known,
): ((state: NoGroup | Known, event: DomainEvent) => NoGroup | Known) => {
  const read = groupEventsIn(definitions);
  return (state, event) => {
    const told = read(event);
    if (told?.does === 'created') return made(told.data);
    if (told?.does === 'slugAbandoned') return withoutClaim(state, told.data.claim_id);
    return told === undefined || !isGroup(state) ? state : { ...state, ...fieldsAfter(state, told) };
  };
};

const fieldsAfter = (state: KnownGroup, { does, data }: ChangingEvent): Partial<KnownGroup> => {
  switch (does) {
    case 'updated':
      return {
        content: { ...state.content, ...data.changes },
        ...(data.held_slug === undefined ? {} : withSlug(state, data.held_slug)),
      };
    case 'logoSet':
      return { logo: data };
    case 'logoRemoved':
      return { logo: null };
    case 'deleted':
      return { status: 'deleted' };
    case 'restored':
      return { status: 'live' };
  }
};

/** The claim of the slug before is given up for good. */
const withSlug = ({ heldSlug, abandonedClaims }: KnownGroup, held: HeldName): Partial<KnownGroup> => ({
  heldSlug: held,
  abandonedClaims: [...abandonedClaims, heldSlug.claim_id],
});

const withoutClaim = <Known extends KnownGroup>(state: NoGroup | Known, claimId: string): NoGroup | Known =>
  isGroup(state)
    ? { ...state, abandonedClaims: [...state.abandonedClaims, claimId] }
    : { status: 'abandoned' };

/** What every group has from its first event on. */
export const newGroup = <Content extends GroupContent>(
  { id, user_id: userId, held_slug: heldSlug }: GroupEventData['created'],
  content: Content,
): KnownGroup<Content> => ({
  status: 'live',
  id,
  userId,
  content,
  logo: null,
  heldSlug,
  abandonedClaims: [],
});
