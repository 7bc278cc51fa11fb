import { Type } from '@sinclair/typebox';
import { operation } from '../kit/operation.js';
import { madeFile, ok } from '../kit/replies.js';
import { JsonObject, Uuid } from '../kit/schemas.js';
import { exampleJob, Job, JobStatus } from '../work/job.js';
import { exampleProjection } from './examples.js';
import { Health, Links, ProjectionStatus, Readiness } from './resources.js';

const platform = 'Platform';
const administration = 'Administration';
const ProjectionParams = Type.Object({
  name: Type.String({ pattern: /^[A-Za-z][A-Za-z0-9._-]*(@[0-9]+)?$/.source, maxLength: 100 }),
});

export const getRoot = operation({
  id: 'getRoot',
  tag: platform,
  summary: 'See what this is and where to go on',
  description: 'To a browser, which asks for `text/html`, it is a page that says the same.',
  method: 'GET',
  path: '/',
  access: 'anonymous',
  rateClass: 'anonymous',
  replies: ok('Where everything else is.', Links),
  example: {
    reply: {
      name: 'Cairn',
      documentation: 'https://cairn.example.org/docs',
      first_steps: 'https://cairn.example.org/docs/first-steps',
      errors: 'https://cairn.example.org/docs/errors',
      contract: 'https://cairn.example.org/openapi.json',
      topics: 'https://cairn.example.org/asyncapi.json',
      health: 'https://cairn.example.org/healthz',
      readiness: 'https://cairn.example.org/readyz',
    },
  },
});

export const getHealth = operation({
  id: 'getHealth',
  tag: platform,
  summary: 'Tell whether the process is alive',
  method: 'GET',
  path: '/healthz',
  access: 'anonymous',
  rateClass: 'anonymous',
  replies: ok('It is.', Health),
  example: { reply: { status: 'ok', uptime_seconds: 12.5 } },
});

export const getReadiness = operation({
  id: 'getReadiness',
  tag: platform,
  summary: 'Tell whether the service takes requests',
  method: 'GET',
  path: '/readyz',
  access: 'anonymous',
  rateClass: 'anonymous',
  replies: {
    200: {
      description: 'It does. The checks say what is away or behind all the same.',
      schema: Readiness,
    },
    503: { description: 'It does not; the checks say why.', schema: Readiness },
  },
  example: { reply: { status: 'ready', checks: [{ name: 'server keys', ok: true }] } },
});

export const getOpenAPI = operation({
  id: 'getOpenAPI',
  tag: platform,
  summary: 'Read this contract',
  method: 'GET',
  path: '/openapi.json',
  access: 'anonymous',
  rateClass: 'anonymous',
  replies: ok('An OpenAPI 3.1 document.', JsonObject),
});

export const getAsyncAPI = operation({
  id: 'getAsyncAPI',
  tag: platform,
  summary: 'Read the contract of the topics',
  description: 'What other teams read from Kafka: topics, messages, and the schema of every event.',
  method: 'GET',
  path: '/asyncapi.json',
  access: 'anonymous',
  rateClass: 'anonymous',
  replies: ok('An AsyncAPI 3.0 document.', JsonObject),
});

export const getDocs = operation({
  id: 'getDocs',
  tag: platform,
  summary: 'Read the documents of this contract',
  method: 'GET',
  path: '/docs',
  access: 'anonymous',
  rateClass: 'anonymous',
  replies: madeFile('A page for a browser.'),
});

export const getErrorDocs = operation({
  id: 'getErrorDocs',
  tag: platform,
  summary: 'Read the catalogue of errors',
  description: 'The problem `type` of every refusal points into this page.',
  method: 'GET',
  path: '/docs/errors',
  access: 'anonymous',
  rateClass: 'anonymous',
  replies: madeFile('A page for a browser.'),
});

export const getFirstSteps = operation({
  id: 'getFirstSteps',
  tag: platform,
  summary: 'Read the first steps',
  description:
    'What a person types first, from an account to a dataset and its history; then with others: shares, a company, a key for a robot, who can see something.',
  method: 'GET',
  path: '/docs/first-steps',
  access: 'anonymous',
  rateClass: 'anonymous',
  replies: madeFile('A page for a browser.'),
});

export const getDocsFile = operation({
  id: 'getDocsFile',
  tag: platform,
  summary: 'Read a file of the documents page',
  description: 'Without the name of a file, `/docs/` leads to `/docs`.',
  method: 'GET',
  path: '/docs/{file}',
  access: 'anonymous',
  rateClass: 'anonymous',
  params: Type.Object({
    file: Type.String({ pattern: /^([A-Za-z0-9][A-Za-z0-9._-]*)?$/.source, maxLength: 100 }),
  }),
  replies: {
    ...madeFile('A script, a style or an image.'),
    308: { description: 'The page itself is at `Location`.' },
  },
});

export const getEventData = operation({
  id: 'getEventData',
  tag: 'Events',
  summary: 'Fetch the data of an event that were too large for its message',
  description:
    "A message whose data are over 256 KB has no value; its `ce_dataref` is the address here, query and all. The answer is what the value would have been. Who may read the history of what the event happened to may read it, also when that is deleted. An administrator's API key with the scope `events:read` itself reads that of every event, and each time is told in the log.",
  method: 'GET',
  path: '/api/v1/events/{event_id}/data',
  access: 'signed-in',
  administratorScope: 'events:read',
  params: Type.Object({ event_id: Uuid }),
  query: Type.Object({
    subject: Type.String({
      pattern: /^[a-z][A-Za-z]{0,49}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.source,
      description: '`ce_subject` of the message.',
    }),
    sequence: Type.String({ pattern: /^[0-9]{1,20}$/.source, description: '`ce_sequence` of the message.' }),
  }),
  replies: ok('The data of the event, as the schema that `ce_dataschema` names has them.', JsonObject),
  errors: ['projection_lag'],
  example: { reply: { changes: { text: 'A text of more than 256 KB …' } } },
});

export const listJobs = operation({
  id: 'listJobs',
  tag: 'Jobs',
  summary: 'List the durable work that you asked for',
  description: 'What belongs to something that you may not see any more is left out.',
  method: 'GET',
  path: '/api/v1/jobs',
  access: 'signed-in',
  list: {
    sort: ['created_at', 'updated_at'],
    defaultSort: '-created_at',
    filters: {
      status: Type.Array(JobStatus, { description: 'One of these.' }),
      job_type: Type.String({
        maxLength: 50,
        description: '`import`, `duplicate`, `replay`, `delete_group`, …',
      }),
    },
  },
  replies: ok('Jobs.', Type.Array(Job)),
  example: { reply: [exampleJob] },
});

export const getJob = operation({
  id: 'getJob',
  tag: 'Jobs',
  summary: 'See how far durable work is',
  method: 'GET',
  path: '/api/v1/jobs/{id}',
  access: 'signed-in',
  params: Type.Object({ id: Uuid }),
  etag: true,
  replies: ok('The job.', Job),
  errors: ['job_not_found'],
  example: { reply: exampleJob },
});

export const cancelJob = operation({
  id: 'cancelJob',
  tag: 'Jobs',
  summary: 'Cancel durable work',
  description:
    'For who asked for the work, and who may write to what it works on. Work that waits is cancelled at once. ' +
    'Work that runs ends at its next step: until then it is `running` with the message `cancelling`. What landed ' +
    'before stays, and `result` tells it; a copy that is not complete is discarded. To cancel it again is 200.',
  method: 'POST',
  path: '/api/v1/jobs/{id}/cancel',
  access: 'signed-in',
  params: Type.Object({ id: Uuid }),
  replies: ok('The job.', Job),
  errors: ['job_not_found', 'job_finished', 'scope_missing', 'forbidden'],
  example: { reply: { ...exampleJob, status_message: 'cancelling' } },
});

export const listProjections = operation({
  id: 'listProjections',
  tag: administration,
  summary: 'See how far the read models are behind the log',
  method: 'GET',
  path: '/admin/projections',
  access: 'administrator',
  list: { sort: ['name'], defaultSort: 'name', filters: {} },
  replies: ok('One status for each projection.', Type.Array(ProjectionStatus)),
  example: { reply: [exampleProjection] },
});

export const replayProjection = operation({
  id: 'replayProjection',
  tag: administration,
  summary: 'Apply what was parked once more',
  description:
    'Takes the streams that a poison event has stopped, in their order, after the cause is mended.',
  method: 'POST',
  path: '/admin/projections/{name}/replay',
  access: 'administrator',
  params: ProjectionParams,
  eventless: true,
  replies: ok('The projection after the replay.', ProjectionStatus),
  errors: ['rebuild_running'],
  example: { reply: exampleProjection },
});

export const rebuildProjection = operation({
  id: 'rebuildProjection',
  tag: administration,
  summary: 'Build a read model anew from the log',
  description: 'The live one serves until the new one has caught up; then they are swapped.',
  method: 'POST',
  path: '/admin/projections/{name}/rebuild',
  access: 'administrator',
  params: ProjectionParams,
  eventless: true,
  durableWork: true,
  replies: {
    200: { description: 'The rebuild is done.', schema: ProjectionStatus },
    202: {
      description: 'The rebuild has begun; the list of projections shows how far it is.',
      schema: ProjectionStatus,
    },
  },
  errors: ['rebuild_running'],
  example: { reply: { ...exampleProjection, state: 'rebuilding' } },
});
