import { operation } from '../../kit/operation.js';
import { Job } from '../../work/job.js';
import { GraphValidation, GraphValidationInput } from '../content/validation.js';
import { exampleGraphValidation, exampleSchemaConfig } from '../examples.js';
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

export const validateGraphVersion = operation({
  id: 'validateGraphVersion',
  tag,
  summary: 'Check a version against a schema',
  description:
    'All nodes and edges are checked as they are at one moment, and nothing is changed: against `schema`, or without it against ' +
    'the schema that is in force, whatever its enforcement. Of more than 100,000 nodes and edges, a schema becomes strict ' +
    'only after this found no flaw, and before anything else is written. It is durable work: what takes longer than ten ' +
    'seconds goes on as a job.',
  method: 'POST',
  path: `${versionPath}/validate`,
  access: 'graphs:write',
  params: OfVersionParams,
  body: GraphValidationInput,
  bodyOptional: true,
  bodyLimit: 'configured',
  durableWork: true,
  replies: {
    200: { description: 'What was found.', schema: GraphValidation },
    202: { description: 'The work goes on; `Location` is its job.', schema: Job },
  },
  errors: ['forbidden', 'no_schema', 'job_running', 'job_cancelled', 'too_many_elements'],
  example: { body: { schema: exampleSchemaConfig }, reply: exampleGraphValidation },
});
