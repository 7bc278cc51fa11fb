import { areas } from './areas.js';
import type { StreamDefinition } from './kit/area.js';

/** The streams of each service, by category. */
export type DeclaredStreams = Readonly<Record<string, Readonly<Record<string, StreamDefinition>>>>;

export const declaredStreams: DeclaredStreams = Object.fromEntries(
  Object.entries(areas).map(([service, { streams }]) => [service, streams]),
);

/** The categories of the streams of each service. */
export const streamCategories: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(declaredStreams).map(([service, streams]) => [service, Object.keys(streams)]),
);

export const allStreamCategories: readonly string[] = Object.values(streamCategories).flat();

/** Categories of streams that other teams read, each stream wholly; of all others they read nothing. */
export const publishedCategories: ReadonlySet<string> = new Set(
  Object.values(declaredStreams)
    .flatMap((streams) => Object.entries(streams))
    .filter(([, { published }]) => published === true)
    .map(([category]) => category),
);

/** The category of the streams that an event or a state is of, by its stored type: `datasetItem`. Throws for none. */
export const categoryOfType = (type: string): string => {
  const [service = '', entity = ''] = type.split('.');
  const own = Object.entries(declaredStreams[service] ?? {}).find(([, { entities }]) =>
    entities.includes(entity),
  );
  if (own === undefined) throw new Error(`${type} speaks of an entity that has no category of streams`);
  return own[0];
};
