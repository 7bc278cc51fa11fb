import { givenAsset, visibleVersion } from '@cairn/assets';
import { type CommandContext, isRefusal, READ_ON, type Refusal, type StreamTip } from '@cairn/kernel';
import type { Loaded, Wants } from '../../domain/content/loaded.js';
import { anything, type ElementRules } from '../../domain/content/rules.js';
import { compiledSchema, schemaInForce } from '../../domain/content/schema/index.js';
import { graphKind } from '../../domain/graph/state.js';
import { graphVersionKind } from '../../domain/version/state.js';
import { loadElements } from './load-elements.js';

/** The graph and the version that a path names. */
export interface ContentIds {
  readonly id: string;
  readonly version_id: string;
}

/** What a decision about the content of a version stands on. */
export interface GivenContent {
  readonly loaded: Loaded;
  readonly rules: ElementRules;
}

/** Who asks: a command, or a step of work on behalf of somebody. */
export type AskingForRules = Pick<CommandContext, 'principal' | 'at' | 'load'> & {
  readonly tools: Pick<CommandContext['tools'], 'rights'>;
};

/** The version, once it is sure that the caller may write its graph: what the schema in force says of elements. */
export const givenRules = async (
  context: AskingForRules,
  { id, version_id }: ContentIds,
): Promise<ElementRules | Refusal> => {
  const graph = await givenAsset(graphKind, context, id, 'write');
  if (isRefusal(graph)) return graph;
  const version = visibleVersion(await context.load(graphVersionKind.aggregate, version_id), id);
  if (isRefusal(version)) return version;
  const { enforcement, schema } = schemaInForce({ graph, version });
  return enforcement === 'strict' ? compiledSchema(schema) : anything;
};

/** The elements that are wanted, exactly as they are at the tip. */
export const givenContent = async (
  context: CommandContext,
  ids: ContentIds,
  wants: Wants,
  tip: StreamTip | undefined,
): Promise<GivenContent | Refusal | typeof READ_ON> => {
  const rules = await givenRules(context, ids);
  if (isRefusal(rules)) return rules;
  const loaded = await loadElements(context.tools, ids.version_id, wants, tip);
  return loaded === READ_ON || isRefusal(loaded) ? loaded : { loaded, rules };
};
