import { operation } from '../../kit/operation.js';
import { Job } from '../../platform/resources.js';
import { GraphContentUndo, GraphContentUndone, OnErrorQuery } from '../content/bulk.js';
import { OfVersionParams, tag, versionPath } from './paths.js';

export const undoGraphContent = operation({
  id: 'undoGraphContent',
  tag,
  summary: 'Undo a change of the content of a version',
  description:
    'All that one change did is undone, or all that an import did (`job_id`): what it created goes, what it changed or deleted is as it was before. Where others ' +
    'changed something of it since, nothing is undone; `?on_error=skip` leaves that as it is and undoes the rest.',
  method: 'POST',
  path: `${versionPath}/undo`,
  access: 'graphs:write',
  params: OfVersionParams,
  query: OnErrorQuery,
  body: GraphContentUndo,
  takesLong: true,
  durableWork: true,
  replies: {
    200: { description: 'What was undone.', schema: GraphContentUndone },
    202: {
      description: 'An import is undone by a job, which goes on; `Location` is its place.',
      schema: Job,
    },
  },
  errors: [
    'forbidden',
    'changed_since',
    'in_future',
    'too_many_elements',
    'too_much_to_check',
    'job_not_found',
    'import_running',
    'job_cancelled',
    'requester_unavailable',
  ],
  example: { body: { revision: 4 }, reply: { nodes: 2, edges: 1, kept: [], revision: 5 } },
});
