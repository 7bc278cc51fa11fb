import type { AssetChanges } from '@cairn/contracts';
import type { QueryContext } from '@cairn/kernel';
import type { Answer } from '../../call/answer.js';

const WHO_SEES = ['public', 'visibility', 'organization_id', 'project_id', 'history_from'] as const;

/**
 * The answers to writes that say who sees an asset: `X-History-Visible-From` is since when those see its history who may
 * only read it. There is none while nobody may that.
 */
export const showing = (
  visibleHistory: (context: QueryContext, id: string) => Promise<string | undefined>,
) => {
  const shown = async (answer: Answer, context: QueryContext, id: string): Promise<Answer> => {
    const since = await visibleHistory(context, id);
    return answer.kind !== 'resource' || since === undefined
      ? answer
      : { ...answer, headers: { 'X-History-Visible-From': since } };
  };
  return {
    shown,
    /** The same for a write whose body may say who sees the asset, or how much of its past. */
    shownIfSaid: async (
      answer: Answer,
      context: QueryContext,
      id: string,
      { body }: { readonly body: AssetChanges },
    ): Promise<Answer> =>
      WHO_SEES.some((field) => body[field] !== undefined) ? shown(answer, context, id) : answer,
  };
};
