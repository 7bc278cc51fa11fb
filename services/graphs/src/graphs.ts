import { type AssetDocument, assetModel, withoutAbsent } from '@cairn/assets';
import type { Graph, GraphChanges } from '@cairn/contracts';
import { isRefusal } from '@cairn/kernel';
import { graphConfigText } from './domain/config.js';
import { graphKind } from './domain/graph/state.js';
import { schemaText } from './domain/schema.js';

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
  versions: { isOwn: () => Promise.resolve(false) },
  documents: {
    version: 1,
    indexes: [{ kind: 'compound', fields: ['kind', 'deleted', 'created_at'] }],
  },
  resource: ({ active_version_id, kind, config, schema_config }: GraphDocument, shared): Graph => ({
    ...shared,
    active_version_id,
    kind,
    config,
    schema_config,
  }),
});
