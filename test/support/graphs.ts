import { randomUUID } from 'node:crypto';
import { picture } from './files.js';
import type { Person } from './people.js';
import type { Placed } from './placed.js';

/** A graph with a logo, and a share that waits. */
export const makeGraph = async ({ client }: Person, placed: Placed) => {
  const { body: graph } = await client.call('createGraph', { body: { name: 'World', ...placed } });
  const params = { id: graph.id };
  await client.call('uploadGraphLogo', { params, file: { name: 'logo.png', content: picture() } });
  const { body: share } = await client.call('createGraphShare', {
    params,
    body: { email: `asked-${randomUUID()}@example.org`, without_invite: true },
  });
  return { graph: graph.id, graphShare: share.id };
};

/** A version is none of its own yet: that of a dataset stands for it. */
const NAMED = { id: 'graph', share_id: 'graphShare', version_id: 'version' } as const;

/** What a parameter of a path of graphs stands for, `undefined` when it is not an id. */
export const graphPartOf = (_: string, name: string): 'graph' | 'graphShare' | 'version' | undefined =>
  Object.hasOwn(NAMED, name) ? NAMED[name as keyof typeof NAMED] : undefined;
