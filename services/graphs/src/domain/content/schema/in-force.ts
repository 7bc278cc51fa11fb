import { type Enforcement, storedEnforcement } from '../../config.js';
import type { KnownGraph } from '../../graph/state.js';
import type { KnownGraphVersion } from '../../version/state.js';

/** What is asked of the content of a version. */
export interface SchemaInForce {
  readonly enforcement: Enforcement;
  /** As `schemaText` has stored it; empty for none. */
  readonly schema: string;
}

/** What a version says wins over what its graph says, each for itself (SPEC-30). */
export const schemaInForce = ({
  graph,
  version,
}: {
  readonly graph: Pick<KnownGraph, 'schema_config' | 'config'>;
  readonly version: Pick<KnownGraphVersion, 'schema' | 'config'>;
}): SchemaInForce => ({
  enforcement: storedEnforcement(version.config) ?? storedEnforcement(graph.config) ?? 'off',
  schema: version.schema === '' ? graph.schema_config : version.schema,
});
