import { type ShownVersion, type VersionDocument, versionModel, withoutAbsent } from '@cairn/assets';
import type { GraphVersion, GraphVersionInput } from '@cairn/contracts';
import { derivedId, type Document, isRefusal } from '@cairn/kernel';
import { graphConfigText } from './domain/config.js';
import { graphKind } from './domain/graph/state.js';
import { schemaText } from './domain/schema.js';
import { graphVersionKind } from './domain/version/state.js';

export interface GraphVersionDocument extends VersionDocument {
  readonly graph_id: string;
  readonly space_name: string;
  readonly node_count: number;
  readonly edge_count: number;
}

/** `g_` and 16 hex digits that follow from the version's id (decisions, trap 12). */
const spaceNameOf = (id: string): string => `g_${derivedId(id, 'space').replaceAll('-', '').slice(-16)}`;

const textsOf = (texts: Document | undefined): Pick<GraphVersion, 'schema' | 'config'> => {
  if (texts === undefined) return {};
  // The projection of versions writes both.
  const { schema, config } = texts as Document & Required<Pick<GraphVersion, 'schema' | 'config'>>;
  return { schema, config };
};

/** What is special about versions of graphs: they say what their nodes and edges are, and have a space in the store. */
export const graphVersions = versionModel(graphVersionKind, {
  of: graphKind,
  initial: { schema: '', config: '' },
  fresh: (id) => ({ space_name: spaceNameOf(id) }),
  first: (): GraphVersionInput => ({}),
  own: ({ schema, config }: GraphVersionInput) => {
    const types = schema === undefined ? undefined : schemaText(schema, '/schema');
    if (isRefusal(types)) return types;
    const settings = config === undefined ? undefined : graphConfigText(config, '/config');
    if (isRefusal(settings)) return settings;
    return withoutAbsent({ schema: types, config: settings });
  },
  documents: { version: 1, texts: ['schema', 'config'], initial: { node_count: 0, edge_count: 0 } },
  resource: ({ document, shared, texts }: ShownVersion<GraphVersionDocument>): GraphVersion => ({
    ...shared,
    graph_id: document.graph_id,
    space_name: document.space_name,
    ...textsOf(texts),
    node_count: document.node_count,
    edge_count: document.edge_count,
    metrics: [],
  }),
});
