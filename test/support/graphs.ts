import { randomUUID } from 'node:crypto';
import { picture } from './files.js';
import type { Person } from './people.js';
import type { Placed } from './placed.js';

/** A graph with a logo, a share that waits, and a second version. */
export const makeGraph = async ({ client }: Person, placed: Placed) => {
  const { body: graph } = await client.call('createGraph', { body: { name: 'World', ...placed } });
  const params = { id: graph.id };
  await client.call('uploadGraphLogo', { params, file: { name: 'logo.png', content: picture() } });
  const { body: share } = await client.call('createGraphShare', {
    params,
    body: { email: `asked-${randomUUID()}@example.org`, without_invite: true },
  });
  const { body: version } = await client.call('createGraphVersion', { params });
  return { graph: graph.id, graphShare: share.id, graphVersion: version.id };
};

const NAMED = { id: 'graph', share_id: 'graphShare', version_id: 'graphVersion' } as const;

/** What a parameter of a path of graphs stands for, `undefined` when it is not an id. */
export const graphPartOf = (_: string, name: string): 'graph' | 'graphShare' | 'graphVersion' | undefined =>
  Object.hasOwn(NAMED, name) ? NAMED[name as keyof typeof NAMED] : undefined;
