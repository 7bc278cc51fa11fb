import { MOST_ALIASES } from '@cairn/contracts';
import { type AssetCaller, type Decision, isRefusal, notFound, type Refusal, refuse } from '@cairn/kernel';
import { aliasesToReach, aliasesWith, aliasesWithout } from './alias-fields.js';
import { modelAsset, type ModelState } from './state.js';

/** An alias, and whether the version that it shall name is one of the model's that is there. */
export interface Moving {
  readonly alias: string;
  readonly version_id: string;
  readonly isOwn: boolean;
}

/** Moves an alias to a version by one event of the model, so that no two versions ever have it; none when it has it. */
export const decideMoveAlias = (
  state: ModelState,
  { isOwn, ...named }: Moving,
  caller: AssetCaller,
): Decision => {
  const current = modelAsset.mayAccess(caller, state, 'write');
  if (isRefusal(current)) return current;
  if (!isOwn) return foreignVersion();
  const aliases = aliasesWith(current.aliases, named);
  return tooMany(aliases) ?? aliasesToReach(current.aliases, aliases);
};

export const decideRemoveAlias = (state: ModelState, alias: string, caller: AssetCaller): Decision => {
  const current = modelAsset.mayAccess(caller, state, 'write');
  if (isRefusal(current)) return current;
  if (!Object.hasOwn(current.aliases, alias)) return notFound();
  return aliasesToReach(current.aliases, aliasesWithout(current.aliases, alias));
};

export const foreignVersion = (): Refusal => {
  const message = 'names no version of this model';
  return refuse('foreign_version', `version_id ${message}.`, [
    { pointer: '/version_id', code: 'foreign_version', message },
  ]);
};

export const tooMany = (aliases: object): Refusal | undefined =>
  Object.keys(aliases).length > MOST_ALIASES
    ? refuse('aliases_too_many', `A model has at most ${MOST_ALIASES} aliases.`)
    : undefined;
