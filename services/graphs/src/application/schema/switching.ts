import { givenAsset, versionCollections, visibleVersion, withoutAbsent } from '@cairn/assets';
import { type DomainEvent, graphVersion } from '@cairn/contracts';
import { type CommandContext, isRefusal, pagesOf, type Refusal, refuse } from '@cairn/kernel';
import { compiledSchema, schemaInForce, type SchemaInForce } from '../../domain/content/schema/index.js';
import { graphContent } from '../../domain/content/state.js';
import { graphKind, type KnownGraph } from '../../domain/graph/state.js';
import { graphVersionKind, type KnownGraphVersion } from '../../domain/version/state.js';
import { MOST_CHECKED, tooMuchToCheck } from '../content/amounts.js';
import { flawsOfContent, type FoundFlaw } from './content-check.js';

/** So many flaws are told. */
const MOST_TOLD = 100;
const PAGE = 1_000;
const { versions: VERSIONS } = versionCollections(graphVersion.called);

/** Why the content of a version is not as a schema asks that these events would put in force. */
export const versionRefusal = async (
  context: CommandContext,
  before: KnownGraphVersion,
  events: readonly DomainEvent[],
): Promise<Refusal | undefined> => {
  const after = events.reduce(withChanges, before);
  if (after.schema === before.schema && after.config === before.config) return undefined;
  const graph = await context.load(graphKind.aggregate, before.asset_id);
  if (graph.status === 'none') return undefined;
  const schema = addedBy(schemaInForce({ graph, version: before }), schemaInForce({ graph, version: after }));
  return schema === undefined ? undefined : contentRefusal(context, [{ id: before.id, schema }]);
};

const withChanges = (version: KnownGraphVersion, { type, data }: DomainEvent): KnownGraphVersion =>
  type === graphVersion.events.updated.name
    ? { ...version, ...(data as { readonly changes: Partial<KnownGraphVersion> }).changes }
    : version;

/** Likewise of all versions of a graph that take its schema over. Who may not change the graph is refused for that. */
export const graphRefusal = async (
  context: CommandContext,
  current: KnownGraph | undefined,
  { config, schema_config }: Partial<Pick<KnownGraph, 'config' | 'schema_config'>>,
): Promise<Refusal | undefined> => {
  if (current === undefined) return undefined;
  const after = { ...current, ...withoutAbsent({ config, schema_config }) };
  if (after.config === current.config && after.schema_config === current.schema_config) return undefined;
  if (isRefusal(await givenAsset(graphKind, context, current.id, 'write'))) return undefined;
  const asked: Asked[] = [];
  for await (const version of liveVersions(context, current.id)) {
    const schema = addedBy(
      schemaInForce({ graph: current, version }),
      schemaInForce({ graph: after, version }),
    );
    if (schema !== undefined) asked.push({ id: version.id, schema });
  }
  return contentRefusal(context, asked);
};

async function* liveVersions(
  { tools, load }: CommandContext,
  graph_id: string,
): AsyncGenerator<KnownGraphVersion, void, void> {
  const filter = { fields: { graph_id, deleted: false } };
  for await (const page of pagesOf(tools.documents, VERSIONS, filter, PAGE))
    for (const { id } of page) {
      const version = visibleVersion(await load(graphVersionKind.aggregate, id), graph_id);
      if (!isRefusal(version)) yield version;
    }
}

/** The schema that content has to satisfy from now on; `undefined` when it had to before, or has to satisfy none. */
const addedBy = (before: SchemaInForce, { enforcement, schema }: SchemaInForce): string | undefined => {
  const isStrict = enforcement === 'strict' && schema !== '';
  const wasSo = before.enforcement === 'strict' && before.schema === schema;
  return isStrict && !wasSo ? schema : undefined;
};

/** A version, and the schema that its content has to satisfy. */
interface Asked {
  readonly id: string;
  readonly schema: string;
}

const contentRefusal = async (
  context: CommandContext,
  versions: readonly Asked[],
): Promise<Refusal | undefined> => {
  const filled = await withContent(context, versions);
  if (isRefusal(filled)) return filled;
  const told: { readonly versionId: string; readonly flaw: FoundFlaw }[] = [];
  for (const { id, schema } of filled) {
    const found = await flawsOfContent(context, id, compiledSchema(schema), MOST_TOLD - told.length);
    if (isRefusal(found)) return found;
    told.push(...found.map((flaw) => ({ versionId: id, flaw })));
    if (told.length === MOST_TOLD) break;
  }
  if (told.length === 0) return undefined;
  return refuse(
    'content_breaks_schema',
    'Some nodes or edges that are stored are not as the schema would ask; nothing was changed.',
    told.map(({ versionId, flaw: { element, uid, pointer, code, message } }) => ({
      code,
      message: `version ${versionId}: the ${element} ${JSON.stringify(uid)}${pointer === '' ? '' : `, ${pointer},`} ${message}`,
    })),
  );
};

const withContent = async (
  { load }: CommandContext,
  versions: readonly Asked[],
): Promise<readonly Asked[] | Refusal> => {
  const filled: Asked[] = [];
  let count = 0;
  for (const version of versions) {
    const { nodes, edges } = await load(graphContent, version.id);
    if (nodes > 0) filled.push(version);
    count += nodes + edges;
  }
  return count > MOST_CHECKED
    ? tooMuchToCheck(`There are ${count} nodes and edges; at most ${MOST_CHECKED} are held against a schema.`)
    : filled;
};
