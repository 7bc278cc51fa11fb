import { type DeclaredStreams, declaredStreams, type StreamDefinition } from '@cairn/contracts';
import type { Service } from '@cairn/kernel';

type Streams = ReadonlyMap<string, StreamDefinition>;

/**
 * Throws when two published categories have streams of the same ids, or when a service derives ids otherwise than the
 * contract declares: Kafka's key is the id, and consumers drop repeats by key and sequence.
 */
export const refuseSharedKeys = (
  services: readonly Pick<Service, 'aggregates'>[],
  declared: DeclaredStreams = declaredStreams,
): void => {
  const streams = new Map(Object.values(declared).flatMap((each) => Object.entries(each)));
  refuseOtherWords(services, streams);
  const known = new Map<string, string>();
  for (const [category, definition] of streams) {
    if (definition.published !== true) continue;
    const key = keyOf(category, definition);
    const other = known.get(key);
    if (other !== undefined)
      throw new Error(`${other} and ${category} are published, and their streams have the same ids`);
    known.set(key, category);
  }
};

const refuseOtherWords = (services: readonly Pick<Service, 'aggregates'>[], streams: Streams): void => {
  for (const { category, keyWord = '' } of services.flatMap(({ aggregates }) => aggregates)) {
    const word = streams.get(category)?.keyedBy?.word ?? '';
    if (keyWord !== word)
      throw new Error(
        `${category} derives the ids of its streams with "${keyWord}", and is declared with "${word}"`,
      );
  }
};

/** Two categories have streams of the same ids when this is the same for both. */
const keyOf = (category: string, { keyedBy }: StreamDefinition): string =>
  keyedBy === undefined ? category : `${keyedBy.category} ${keyedBy.word ?? ''}`.trimEnd();
