import type { Charge, Payer } from '@cairn/assets';
import { operations, type Usage } from '@cairn/contracts';
import { datasetUsage } from '@cairn/datasets';
import { graphUsage } from '@cairn/graphs';
import { mayReview } from '@cairn/identity';
import { noQuotas, type QueryContext, type Quotas, type QuotasInForce } from '@cairn/kernel';
import { modelBytesOf } from '@cairn/models';
import { executionBytesOf, workflowUsage } from '@cairn/workflows';
import { answer } from '../../call/answer.js';
import { handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';

type Today = QueryContext['today'];

/** What is charged to an account, and what it may use. */
export const usageOfAccount = async (today: Today, id: string, quotas: QuotasInForce): Promise<Usage> => {
  const bounds = await quotas.ofAccount(id);
  const [usage, modelBytes, executionBytes] = await Promise.all([
    usageOf(today, { kind: 'account', id }, { quotas, bounds }),
    modelBytesOf(today, id),
    executionBytesOf(today, id),
  ]);
  return {
    ...usage,
    model_bytes: amount('bytes', modelBytes, bounds),
    execution_bytes: amount('bytes', executionBytes, bounds),
  };
};

/** What is in an organization, and what it may use where it has a quota of its own. */
const usageOfOrganization = async (today: Today, id: string, quotas: QuotasInForce): Promise<Usage> => {
  const bounds = (await quotas.ofOrganization(id)) ?? noQuotas;
  return usageOf(today, { kind: 'organization', id }, { quotas, bounds });
};

interface Held {
  readonly quotas: QuotasInForce;
  readonly bounds: Quotas;
}

/** What services charge for by the same rules. */
const usageOf = async (today: Today, payer: Payer, { quotas, bounds }: Held): Promise<Usage> => {
  const [inDatasets, inWorkflows, inGraphs] = await Promise.all(
    [datasetUsage, workflowUsage, graphUsage].map(({ totalOf }) => totalOf(today, payer, quotas)),
  );
  return {
    datasets: amount('datasets', inDatasets!.datasets, bounds),
    items: amount('items', inDatasets!.items, bounds),
    bytes: amount('bytes', inDatasets!.bytes, bounds),
    workflow_bytes: amount('bytes', inWorkflows!.bytes, bounds),
    graph_bytes: amount('bytes', inGraphs!.bytes, bounds),
  };
};

const amount = (bound: keyof Charge, used: number, { [bound]: limit }: Quotas): Usage['bytes'] => ({
  used,
  ...(limit === 0 ? {} : { limit }),
});

export const getMyUsage = handler(operations.getMyUsage, async ({ context, principal, edge }) =>
  answer(await usageOfAccount(context.today, principal.userId, edge.quotas)),
);
export const getOrganizationUsage = handler(
  operations.getOrganizationUsage,
  async ({ context, params, edge }) => {
    found(await mayReview(context, params.id));
    return answer(await usageOfOrganization(context.today, params.id, edge.quotas));
  },
);
