import { type Static, Type } from '@sinclair/typebox';
import { Share } from '../assets/sharing.js';
import { Dataset } from '../datasets/dataset.js';
import { exampleUsage, Usage } from '../datasets/usage.js';
import { Graph } from '../graphs/graph.js';
import { exampleUser } from '../identity/examples.js';
import { exampleSignIn, UserParams, userPath } from '../identity/operations/users.js';
import { SignInState, User } from '../identity/resources.js';
import { AccessLog, ErrorLog } from '../journal/resources.js';
import { operation } from '../kit/operation.js';
import { ok } from '../kit/replies.js';
import { resource } from '../kit/resource.js';
import { OneOf, Uuid } from '../kit/schemas.js';
import { Inference } from '../models/inference.js';
import { Model } from '../models/model.js';
import { exampleJob, Job, JobStatus } from '../work/job.js';
import { Workflow } from '../workflows/workflow.js';

const tag = 'Administration';
const newest = 'The newest hundred.';

/** A person, and what they have and do, without any content. */
export const AdminUserInfo = resource('AdminUserInfo', {
  user: User,
  sign_in: SignInState,
  usage: Usage,
  models: Type.Array(Model, { description: `Those that the person owns. ${newest}` }),
  inferences: Type.Array(Inference, { description: `Without what was asked and answered. ${newest}` }),
  datasets: Type.Array(Dataset, { description: `Those that the person owns. ${newest}` }),
  workflows: Type.Array(Workflow, { description: `Those that the person owns. ${newest}` }),
  graphs: Type.Array(Graph, { description: `Those that the person owns. ${newest}` }),
  shares: Type.Array(Share, {
    description: `By the person and with the person, without the addresses of others. ${newest}`,
  }),
  jobs: Type.Array(Job, { description: `Durable work that the person asked for. ${newest}` }),
  errors: Type.Array(ErrorLog, { description: `What went wrong in Cairn and met the person. ${newest}` }),
  access_logs: Type.Array(AccessLog, { description: `What was answered to the person. ${newest}` }),
  unavailable: Type.Optional(
    Type.Array(OneOf(['access_logs']), {
      description: 'Lists that are empty because they cannot be read now.',
    }),
  ),
});
export type AdminUserInfo = Readonly<Static<typeof AdminUserInfo>>;

const exampleInfo: AdminUserInfo = {
  user: exampleUser,
  sign_in: exampleSignIn,
  usage: exampleUsage,
  models: [],
  inferences: [],
  datasets: [],
  workflows: [],
  graphs: [],
  shares: [],
  jobs: [],
  errors: [],
  access_logs: [],
};

export const getUser = operation({
  id: 'getUser',
  tag,
  summary: 'Read an account, what it has, and why its person may be locked out',
  method: 'GET',
  path: userPath,
  access: 'administrator',
  params: UserParams,
  etag: true,
  replies: ok('The account.', AdminUserInfo),
  example: { reply: exampleInfo },
});

export const listAllJobs = operation({
  id: 'listAllJobs',
  tag,
  summary: 'List the durable work of everybody',
  description:
    'Without names of files and without anything that was in them. `items` tells what a job works on.',
  method: 'GET',
  path: '/admin/jobs',
  access: 'administrator',
  list: {
    sort: ['created_at', 'updated_at'],
    defaultSort: '-created_at',
    filters: {
      status: Type.Array(JobStatus, { description: 'One of these.' }),
      job_type: Type.String({
        maxLength: 50,
        description: '`import`, `duplicate`, `replay`, `delete_group`, …',
      }),
      user_id: Uuid,
      dataset_id: Uuid,
      model_id: Uuid,
    },
  },
  replies: ok('Jobs.', Type.Array(Job)),
  example: { reply: [exampleJob] },
});
