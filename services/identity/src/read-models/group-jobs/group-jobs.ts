import { type JobDocument, jobProjection, jobReads } from '@cairn/kernel';
import { groupJobs } from '../../domain/group-job/state.js';

/** `identity.group_jobs`: a document for each deletion of a group with its assets. */
export const groupJobsProjection = jobProjection(groupJobs, { name: 'identity.group_jobs', version: 2 });

type GroupJobDocument = JobDocument & { readonly group_kind: string; readonly group_id: string };

/** How they are read: by who asked for them. */
export const groupJobReads = jobReads<GroupJobDocument>(groupJobs, {
  mayKnow: async ({ principal }, { user_id }) => user_id === principal.userId,
  own: () => ({}),
  worksOn: ({ group_kind, group_id }) => ({ entity_type: group_kind, entity_id: group_id }),
});
