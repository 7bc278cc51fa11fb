import { operations } from '@cairn/contracts';
import type { QueryContext, Versioned } from '@cairn/kernel';
import { ok } from '../../call/answer.js';
import type { Edge } from '../../call/edge.js';
import { handler } from '../../call/handler.js';
import { Problem } from '../../problems/problem.js';
import { list } from '../resource.js';
import { jobAt } from './job-answers.js';

const notFound = (): Problem => new Problem('job_not_found');

const foundJob = async (
  context: QueryContext,
  id: string,
  { jobs, registers, vault }: Edge,
): Promise<Versioned<unknown>> => {
  const job = await jobs.byId(context, id, registers, vault);
  if (job === undefined) throw notFound();
  return job;
};

export const listJobs = list(operations.listJobs, ({ context, page, filters, edge }) =>
  edge.jobs.page(context, page, filters, edge.registers),
);

export const getJob = handler(operations.getJob, async ({ context, params, edge }) =>
  ok(await foundJob(context, params.id, edge)),
);

export const cancelJob = handler(operations.cancelJob, async (call) => {
  const { id } = call.params;
  const kind = await call.edge.jobs.kindOf(call.edge.log, id);
  if (kind === undefined) throw notFound();
  const { context } = await call.write(kind.cancel, { job_id: id }, { location: jobAt(id), id });
  return ok(await foundJob(context, id, call.edge));
});
