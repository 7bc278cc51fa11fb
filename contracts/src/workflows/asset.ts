import { assetContract } from '../assets/contract.js';
import { exampleSentGraph, exampleWorkflow } from './examples.js';
import { PublishedWorkflow } from './states.js';
import { Workflow, WorkflowChanges, WorkflowInput } from './workflow.js';

const USER = '018f4d1a-0000-7000-8000-000000000009';

/** Workflows as assets: what they are beside what all assets are. */
export const workflow = assetContract({
  area: 'workflows',
  noun: 'Workflow',
  called: 'workflow',
  resource: 'workflows',
  tag: 'Workflows',
  record: Workflow,
  input: WorkflowInput,
  changes: WorkflowChanges,
  own: {},
  state: PublishedWorkflow,
  logoUpload: '/logo',
  filters: {},
  texts: {
    list: 'Workflows.',
    get: 'The workflow with its versions; of very many the newest.',
    create: {
      description:
        'Version 1 is made with it, and is the active one. It has the `nodes` and `edges` of the body, as `PUT …/graph` ' +
        'takes them: ids of the body become new ones.',
      reply: 'The workflow with version 1.',
      errors: ['use_secret', 'foreign_node', 'canvas_too_large', 'entity_unavailable'],
    },
    update: {
      description:
        'Fields that are sent are set, others stay, `null` clears. `active_version_id` makes a version of the workflow ' +
        'the active one, as `activate` does. Only who may share the workflow says who sees it, and from when on its ' +
        'history (`history_from`); such a write answers with `X-History-Visible-From`.',
    },
  },
  example: exampleWorkflow,
  sent: {
    create: {
      name: 'Cliff watch',
      description: 'Finds birds in photographs, then says which',
      ...exampleSentGraph,
    },
    update: { name: 'Cliff watch of the north' },
  },
  told: {
    created: {
      id: '018f4d1a-0000-7000-8000-0000000000d1',
      user_id: USER,
      name: 'mails in, spam out',
      description: '',
      notes: '',
      public: false,
      visibility: 'private',
      active_version_id: '018f4d1a-0000-7000-8000-0000000000d2',
      readers: [{ token: `user:${USER}` }],
    },
    updated: { changes: { description: 'every mail of the day' } },
  },
});
