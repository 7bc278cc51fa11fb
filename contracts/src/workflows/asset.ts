import { assetContract } from '../assets/contract.js';
import { exampleWorkflow } from './examples.js';
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
  madeEmpty: true,
  logoUpload: '/logo',
  filters: {},
  texts: {
    list: 'Workflows.',
    get: 'The workflow.',
    create: { description: 'It has no version.', reply: 'The workflow.' },
    update: {
      description:
        'Fields that are sent are set, others stay, `null` clears. `active_version_id` makes a version of the workflow ' +
        'the active one, as `activate` does. Only who may share the workflow says who sees it, and from when on its ' +
        'history (`history_from`); such a write answers with `X-History-Visible-From`.',
    },
  },
  example: exampleWorkflow,
  sent: {
    create: { name: 'Cliff watch', description: 'Finds birds in photographs, then says which' },
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
      active_version_id: '',
      readers: [{ token: `user:${USER}` }],
    },
    updated: { changes: { description: 'every mail of the day' } },
  },
});
