import { givenAsset, versionCollections, visibleVersion, withoutAbsent } from '@cairn/assets';
import { type DomainEvent, type GraphFlaw, graphVersion } from '@cairn/contracts';
import { type CommandContext, isRefusal, pagesOf, type Refusal, refuse } from '@cairn/kernel';
import {
  compiledSchema,
  type ContentSchema,
  schemaInForce,
  type SchemaInForce,
} from '../../domain/content/schema/index.js';
import { graphContent } from '../../domain/content/state.js';
import { graphKind, type KnownGraph } from '../../domain/graph/state.js';
import { graphVersionKind, type KnownGraphVersion } from '../../domain/version/state.js';
import { contentThen } from '../../read-models/content/moment.js';
import { isValidated } from '../../read-models/jobs/results.js';
import { MOST_CHECKED, MOST_UNIQUE, tooMuchToCheck } from '../content/amounts.js';
import { caughtUp } from '../content/read-at-tip.js';
import { ContentCheck, MOST_TOLD } from './content-check.js';

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
  const unchecked = await uncheckedOf(context, versions);
  if (isRefusal(unchecked)) return unchecked;
  const told: { readonly versionId: string; readonly flaw: GraphFlaw }[] = [];
  for (const { id, schema } of unchecked) {
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

/** Those whose content has to be checked now; what is too much for that may have been validated before. */
const uncheckedOf = async (
  context: CommandContext,
  versions: readonly Asked[],
): Promise<readonly Asked[] | Refusal> => {
  const filled: (Asked & { readonly nodes: number })[] = [];
  let count = 0;
  for (const version of versions) {
    const { nodes, edges } = await context.load(graphContent, version.id);
    if (nodes > 0) filled.push({ ...version, nodes });
    count += nodes + edges;
  }
  if (count <= MOST_CHECKED) return filled;
  for (const { nodes, ...version } of filled) {
    if (nodes > MOST_CHECKED && compiledSchema(version.schema).unique !== undefined)
      return tooMuchToCheck(
        `The version ${version.id} has ${nodes} nodes: too many to make their values unique.`,
      );
    if (!(await wasValidated(context, version)))
      return tooMuchToCheck(
        `There are ${count} nodes and edges. A schema becomes strict over more than ${MOST_CHECKED} once POST …/versions/${version.id}/validate found no flaw under it, and before anything else is written.`,
      );
  }
  return [];
};

/** Whether a job found the content as it is now to be as the schema asks. */
const wasValidated = async ({ tools }: CommandContext, { id, schema }: Asked): Promise<boolean> => {
  const { tip } = await tools.streams.current(graphContent, id);
  return tip !== undefined && isValidated(tools.documents, id, { revision: Number(tip.revision), schema });
};

/** The first flaws that the content of a version has under a schema. */
const flawsOfContent = async (
  { tools }: Pick<CommandContext, 'tools'>,
  versionId: string,
  schema: ContentSchema,
  most: number,
): Promise<readonly GraphFlaw[] | Refusal> => {
  const { tip } = await tools.streams.current(graphContent, versionId);
  const lag = await caughtUp(tools, versionId, tip);
  if (lag !== undefined) return lag;
  const { documents } = tools;
  const content = await contentThen({ documents, today: documents }, versionId);
  const check = new ContentCheck(schema);
  const goesOn = (): boolean => check.flawCount < most && check.uniqueValues <= MOST_UNIQUE;
  await check.all(documents, { versionId, content }, goesOn);
  if (check.uniqueValues > MOST_UNIQUE) return tooMuchToCheck('There are too many unique values to compare.');
  return check.flaws.slice(0, most);
};
