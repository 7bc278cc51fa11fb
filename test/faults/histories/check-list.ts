import type { Creation, Listing } from './history.js';

/** What happened to one list to which elements are only added. */
export interface ListHistory {
  readonly creations: readonly Creation[];
  readonly listings: readonly Listing[];
}

/** Whether each listing and its count are what real time and the answers demand; one sentence for each that is not. */
export const wrongList = ({ creations, listings }: ListHistory): readonly string[] => [
  ...listings.flatMap((listing) => wrongListing(listing, creations)),
  ...forgotten(listings),
];

const wrongListing = (listing: Listing, creations: readonly Creation[]): readonly string[] => {
  const { resource, markers, total, invoked, answered } = listing;
  const what = `${resource}: a list from ${invoked} to ${answered}`;
  const there = new Set(markers);
  const must = creations.filter((creation) => mustBeIn(listing, creation));
  const may = new Set(creations.filter((creation) => mayBeIn(listing, creation)).map(({ marker }) => marker));
  return [
    ...(there.size === markers.length ? [] : [`${what} has an element twice`]),
    ...must.filter(({ marker }) => !there.has(marker)).map(({ marker }) => `${what} lacks ${marker}`),
    ...markers.filter((marker) => !may.has(marker)).map((marker) => `${what} has ${marker}`),
    ...(total >= must.length && total <= may.size
      ? []
      : [`${what} counts ${total}, which is not from ${must.length} to ${may.size}`]),
  ];
};

/** It was answered as readable before the list was asked for, or is no later than the list had to be. */
const mustBeIn = ({ invoked, atLeast }: Listing, { outcome, answered }: Creation): boolean =>
  outcome.status === 'done' &&
  ((outcome.isReadable && answered < invoked) || (atLeast !== undefined && outcome.position <= atLeast));

const mayBeIn = ({ answered }: Listing, { outcome, invoked }: Creation): boolean =>
  outcome.status !== 'refused' && invoked < answered;

/** What was seen is seen by everybody who asks afterwards. */
const forgotten = (listings: readonly Listing[]): readonly string[] => {
  const ended = listings.toSorted((a, b) => a.answered - b.answered);
  const seen = new Set<string>();
  let next = 0;
  const found: string[] = [];
  for (const { resource, markers, invoked } of listings.toSorted((a, b) => a.invoked - b.invoked)) {
    for (; next < ended.length && ended[next]!.answered < invoked; next += 1)
      for (const marker of ended[next]!.markers) seen.add(marker);
    const there = new Set(markers);
    for (const marker of seen)
      if (!there.has(marker))
        found.push(`${resource}: a list from ${invoked} lacks ${marker}, which was seen before`);
  }
  return found;
};
