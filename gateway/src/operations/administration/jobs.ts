import { operations } from '@cairn/contracts';
import { handler, listed } from '../handler.js';
import { jobs } from '../jobs/all-jobs.js';

export const listAllJobs = handler(operations.listAllJobs, async ({ context, page, filters, edge }) =>
  listed(await jobs.all(context, page, filters, edge.registers)),
);
