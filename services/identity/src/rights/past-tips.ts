import { type Aggregate, streamOf } from '@cairn/kernel';
import type { Tips } from './tips.js';

/** States as they were at a time (RFC 3339), each stream read once for whoever asks. */
export const pastTips = (streams: Tips, at: string): Tips => {
  const known = new Map<string, Promise<{ readonly state: unknown }>>();
  const asOf: NonNullable<Tips['asOf']> = async (aggregate, id, then) => {
    if (streams.asOf === undefined) throw new Error('read models do not tell what people held in the past');
    return streams.asOf(aggregate, id, then);
  };
  return {
    current: async <State>(aggregate: Aggregate<State>, id: string) => {
      const stream = streamOf(aggregate, id);
      const found = known.get(stream) ?? asOf(aggregate, id, at);
      known.set(stream, found);
      return (await found) as { readonly state: State };
    },
    asOf,
  };
};
