import { operations } from '@cairn/contracts';
import { jobs } from '../jobs/all-jobs.js';
import { list } from '../resource.js';

export const listAllJobs = list(operations.listAllJobs, ({ context, page, filters, edge }) =>
  jobs.all(context, page, filters, edge.registers),
);
