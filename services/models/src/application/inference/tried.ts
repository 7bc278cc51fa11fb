import { modelQueries } from '@cairn/contracts';
import { askerOf, freshId, isRefusal, notFound, type ServiceQuery, sent, serviceQuery } from '@cairn/kernel';
import { itemsOfRun, toldItems } from '../../domain/inference/items.js';
import { isRunFailure, RUN_MS, type RunAnswer, type RunFailure } from '../../running/port.js';
import { askingNow } from '../parents.js';
import type { RunnerOf } from '../runner-of.js';
import { answerOf, posed } from './question.js';

/** What the model answered, or failed with. */
const told = async (answer: RunAnswer | RunFailure) =>
  isRunFailure(answer)
    ? { error: answer.message, items: [], ms: 0 }
    : {
        error: '',
        items: [...(await toldItems(itemsOfRun(answer.predictions)))],
        ms: answer.inferenceMs,
        ...sent({ tokens: answer.tokens }),
      };

/** Asks a model once. Nothing stays of it, but that a version which ends its workers is taken out of service. */
export const triedModel = (runnerOf: RunnerOf): ServiceQuery =>
  serviceQuery(modelQueries.tried, async ({ text, ...asked }, context) => {
    const { tools } = context;
    const question = await posed(askingNow(context), { ...asked, body: sent({ input_text: text }) });
    if (isRefusal(question)) return question.refused === 'forbidden' ? notFound() : question;
    const answer = await answerOf(tools, runnerOf(tools), question, {
      ...{ ms: RUN_MS, asker: askerOf(context.principal) },
      cause: { id: freshId() },
    });
    return isRefusal(answer) ? answer : { model_version_id: question.version.id, ...(await told(answer)) };
  });
