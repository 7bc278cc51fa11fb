import { operations } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import { answer } from '../../call/answer.js';
import { type AnyHandler, handler } from '../../call/handler.js';
import { asksForPage } from '../../http/accept.js';
import type { GatewayOptions } from '../../options/options.js';
import { firstPage, firstStepsPage, type Steps } from './first-pages.js';
import { page } from './showing.js';

/** Where a person or a program that knows the address alone finds the rest. */
export const firstPageHandlers = (
  { baseUrl }: GatewayOptions,
  steps: readonly Steps[],
): readonly AnyHandler[] => {
  const stepsPage = firstStepsPage(baseUrl, steps);
  const links = linksFrom(baseUrl);
  return [
    handler(operations.getRoot, async ({ accept }) =>
      asksForPage(accept) ? page(firstPage) : answer(links),
    ),
    handler(operations.getFirstSteps, async () => page(stepsPage)),
  ];
};

const linksFrom = (baseUrl: string) =>
  ({
    name: 'Cairn',
    documentation: `${baseUrl}/docs`,
    first_steps: `${baseUrl}/docs/first-steps`,
    errors: `${baseUrl}/docs/errors`,
    contract: `${baseUrl}/openapi.json`,
    topics: `${baseUrl}/asyncapi.json`,
    health: `${baseUrl}/healthz`,
    readiness: `${baseUrl}/readyz`,
  }) satisfies Json;
