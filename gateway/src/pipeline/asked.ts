import type { AnswerOf, InputOf, QueryDefinition } from '@cairn/contracts';
import { isRefusal, otherService, requesterOf } from '@cairn/kernel';
import { decidedWithinMs } from '../options/limits.js';
import { Problem, refusedProblem } from '../problems/problem.js';
import type { Dependencies } from './dependencies.js';
import type { ReadRequest } from './read-request.js';

/**
 * What a service answers to a query, asked as services ask each other (ADR-0030). Throws its refusal as a `Problem`,
 * `unauthenticated` when the caller is not in force any more, `CalledServiceUnavailable` when nobody answers in time.
 */
export const asked = async <Query extends QueryDefinition>(
  { exchange, found, principal }: Pick<ReadRequest, 'exchange' | 'found' | 'principal'>,
  { options, services, limits }: Pick<Dependencies, 'options' | 'services' | 'limits'>,
  query: Query,
  input: InputOf<Query>,
): Promise<AnswerOf<Query>> => {
  const { clock } = options;
  const name = query.name.slice(0, query.name.indexOf('.'));
  const calling = { name: 'gateway', needs: [name], find: (one: string) => services.get(one), clock };
  const asking = {
    id: exchange.requestId,
    correlation: exchange.correlation,
    deadline: clock.now() + decidedWithinMs(found.route.operation, limits),
  };
  const answer = await otherService(name, calling, asking).query(query, input, {
    onBehalfOf: requesterOf(principal),
  });
  if (!isRefusal(answer)) return answer;
  throw answer.refused === 'requester_unavailable' ? new Problem('unauthenticated') : refusedProblem(answer);
};
