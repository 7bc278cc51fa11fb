import { operations } from '@cairn/contracts';
import { list } from '../resource.js';

export const listAllJobs = list(operations.listAllJobs, ({ context, page, filters, edge }) =>
  edge.jobs.all(context, page, filters, edge.registers),
);
