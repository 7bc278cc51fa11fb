import { datasetJobReads } from '@cairn/datasets';
import { groupJobReads } from '@cairn/identity';
import { jobsOfAll } from '@cairn/kernel';

/** The durable work of every service. */
export const jobs = jobsOfAll([datasetJobReads, groupJobReads]);
