import { operation } from '../../kit/operation.js';
import { ok } from '../../kit/replies.js';
import { GraphContentUndo, GraphContentUndone, OnErrorQuery } from '../content/bulk.js';
import { OfVersionParams, tag, versionPath } from './paths.js';

export const undoGraphContent = operation({
  id: 'undoGraphContent',
  tag,
  summary: 'Undo a change of the content of a version',
  description:
    'All that one change did is undone: what it created goes, what it changed or deleted is as it was before. Where others ' +
    'changed something of it since, nothing is undone; `?on_error=skip` leaves that as it is and undoes the rest.',
  method: 'POST',
  path: `${versionPath}/undo`,
  access: 'graphs:write',
  params: OfVersionParams,
  query: OnErrorQuery,
  body: GraphContentUndo,
  takesLong: true,
  replies: ok('What was undone.', GraphContentUndone),
  errors: ['forbidden', 'changed_since', 'in_future', 'too_many_elements', 'too_much_to_check'],
  example: { body: { revision: 4 }, reply: { nodes: 2, edges: 1, kept: [], revision: 5 } },
});
