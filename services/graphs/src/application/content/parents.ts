import { givenAsset, visibleVersion } from '@cairn/assets';
import { type CommandContext, isRefusal, READ_ON, type Refusal, type StreamTip } from '@cairn/kernel';
import { Draft } from '../../domain/content/draft.js';
import type { Loaded, UniqueValues, Wants } from '../../domain/content/loaded.js';
import { anything, type ElementRules, warning } from '../../domain/content/rules.js';
import { compiledSchema, schemaInForce } from '../../domain/content/schema/index.js';
import type { ContentState } from '../../domain/content/state.js';
import { keysGained } from '../../domain/content/unique-values.js';
import { graphKind } from '../../domain/graph/state.js';
import { graphVersionKind } from '../../domain/version/state.js';
import { loadElements } from './load-elements.js';
import { loadUnique } from './load-unique.js';

/** The graph and the version that a path names. */
export interface ContentIds {
  readonly id: string;
  readonly version_id: string;
}

/** What a decision about the content of a version stands on. */
export interface GivenContent {
  readonly loaded: Loaded;
  readonly rules: ElementRules;
  /** Absent where no property has to be unique. */
  readonly unique?: UniqueValues | undefined;
}

/** The content as a decision finds it. */
export interface ContentTip {
  readonly state: ContentState;
  readonly tip: StreamTip | undefined;
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
  if (enforcement === 'off') return anything;
  return enforcement === 'strict' ? compiledSchema(schema) : warning(compiledSchema(schema));
};

/**
 * The elements that are wanted, exactly as they are at the tip. `put` does what the decision may do, in a draft of its own:
 * so it is known which unique values it gives to nodes. It is absent where no node is put.
 */
export const givenContent = async (
  context: CommandContext,
  ids: ContentIds,
  wants: Wants,
  at: ContentTip,
  put?: (draft: Draft, rules: ElementRules) => void,
): Promise<GivenContent | Refusal | typeof READ_ON> => {
  const rules = await givenRules(context, ids);
  if (isRefusal(rules)) return rules;
  const loaded = await loadElements(context.tools, ids.version_id, wants, at.tip);
  if (loaded === READ_ON || isRefusal(loaded)) return loaded;
  if (rules.unique === undefined || put === undefined) return { loaded, rules };
  const draft = new Draft(loaded);
  put(draft, rules);
  const gained = keysGained(draft, rules.unique);
  const place = { versionId: ids.version_id, ...at };
  const unique = await loadUnique(context.tools, place, { unique: rules.unique, gained });
  return unique === READ_ON || isRefusal(unique) ? unique : { loaded, rules, unique };
};
