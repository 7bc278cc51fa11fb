import { activationShown, activeVersion, type AssetDocument, assetModel, withoutAbsent } from '@cairn/assets';
import type { Graph, GraphChanges, GraphVersion } from '@cairn/contracts';
import { isRefusal, streamOf } from '@cairn/kernel';
import { graphRefusal } from './application/schema/switching.js';
import { graphConfigText } from './domain/config.js';
import { graphContent } from './domain/content/state.js';
import { graphKind } from './domain/graph/state.js';
import { schemaText } from './domain/schema.js';
import { graphVersionKind } from './domain/version/state.js';
import { graphVersions } from './versions.js';

interface GraphDocument extends AssetDocument {
  readonly kind: string;
  readonly config: string;
  readonly schema_config: string;
}

/** What is special about graphs: they say what their nodes and edges are. */
export const graphs = assetModel(graphKind, {
  initial: { kind: '', config: '', schema_config: '' },
  own: ({ kind, config, schema_config }: GraphChanges) => {
    const settings = config === undefined ? undefined : graphConfigText(config, '/config');
    if (isRefusal(settings)) return settings;
    const schema = schema_config === undefined ? undefined : schemaText(schema_config, '/schema_config');
    if (isRefusal(schema)) return schema;
    return withoutAbsent({ kind, config: settings, schema_config: schema });
  },
  given: ({ context, current, wanted }) => graphRefusal(context, current, wanted),
  check: ({ given }) => given,
  versions: graphVersions.ofAsset,
  documents: {
    version: 2,
    indexes: [{ kind: 'compound', fields: ['kind', 'deleted', 'created_at'] }],
  },
  beside: (context, documents: readonly GraphDocument[]) => graphVersions.ofAssets(context, documents),
  resource: (document, shared, versions: readonly GraphVersion[] = []): Graph => {
    const active = activeVersion(document, versions);
    return {
      ...shared,
      versions: [...versions],
      active_version_id: active ?? '',
      ...activationShown(document, active),
      kind: document.kind,
      config: document.config,
      schema_config: document.schema_config,
    };
  },
  streams: (versions = []) =>
    versions.flatMap(({ id }) => [streamOf(graphVersionKind.aggregate, id), streamOf(graphContent, id)]),
});

/** How graphs are read. */
export const graphReads = graphs.reads;
/** How versions of graphs are read. */
export const graphVersionReads = graphVersions.reading(graphs.reads);
