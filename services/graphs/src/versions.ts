import { type ShownVersion, type VersionDocument, versionModel, withoutAbsent } from '@cairn/assets';
import type { GraphMetric, GraphVersion, GraphVersionInput } from '@cairn/contracts';
import { derivedId, type Document, isRefusal, refuse, streamOf } from '@cairn/kernel';
import { versionRefusal } from './application/schema/switching.js';
import { graphConfigText } from './domain/config.js';
import { graphContent } from './domain/content/state.js';
import { graphKind } from './domain/graph/state.js';
import { schemaText } from './domain/schema.js';
import { graphVersionKind } from './domain/version/state.js';
import { NOTHING, type Totals, totalsOfVersions } from './read-models/content/moment.js';
import { metricsOf } from './read-models/metrics.js';
import { sweptContent } from './read-models/content/project.js';

export interface GraphVersionDocument extends VersionDocument {
  readonly graph_id: string;
  readonly space_name: string;
}

/** `g_` and 16 hex digits that follow from the version's id (TRAP-12). */
const spaceNameOf = (id: string): string => `g_${derivedId(id, 'space').replaceAll('-', '').slice(-16)}`;

const textsOf = (texts: Document | undefined): Pick<GraphVersion, 'schema' | 'config'> => {
  if (texts === undefined) return {};
  // The projection of versions writes both.
  const { schema, config } = texts as Document & Required<Pick<GraphVersion, 'schema' | 'config'>>;
  return { schema, config };
};

/** What is told of the content of a version. */
interface Counted extends Totals {
  readonly metrics: GraphMetric[];
}

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
  documents: { version: 2, texts: ['schema', 'config'] },
  swept: sweptContent,
  allowed: versionRefusal,
  besideEach: async (context, documents: readonly GraphVersionDocument[]) => {
    const ids = documents.map(({ id }) => id);
    const totals = await totalsOfVersions(context, ids);
    const upTo = context.pointInTime?.at;
    const counted = new Map<string, Counted>();
    // One after the other: what a job computed may be large.
    for (const each of documents) {
      const total = totals.get(each.id);
      const metrics = total === undefined ? [] : await metricsOf(context.today, each, upTo);
      counted.set(each.id, { ...NOTHING, ...total, metrics });
    }
    return counted;
  },
  copyRefusal: async ({ load }, { id }) => {
    const { nodes, edges } = await load(graphContent, id);
    return nodes + edges === 0
      ? undefined
      : refuse('content_not_copied_yet', `The version has ${nodes} nodes and ${edges} edges.`);
  },
  resource: (
    { document, shared, texts }: ShownVersion<GraphVersionDocument>,
    counted: Counted | undefined,
  ): GraphVersion => ({
    ...shared,
    graph_id: document.graph_id,
    space_name: document.space_name,
    ...textsOf(texts),
    node_count: counted?.nodes ?? 0,
    edge_count: counted?.edges ?? 0,
    metrics: counted?.metrics ?? [],
  }),
  streams: ({ id }) => [streamOf(graphContent, id)],
});
