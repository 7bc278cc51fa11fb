import { type Static, Type } from '@sinclair/typebox';
import { Share } from '../assets/sharing.js';
import { Dataset } from '../datasets/dataset.js';
import { exampleUsage, Usage } from '../datasets/usage.js';
import { Graph } from '../graphs/graph.js';
import { exampleUser } from '../identity/examples.js';
import { AdminUserChanges, SignInState, User } from '../identity/resources.js';
import { operation } from '../kit/operation.js';
import { deletedOrShown, ok } from '../kit/replies.js';
import { resource } from '../kit/resource.js';
import { OneOf, Uuid } from '../kit/schemas.js';
import { searchFilter } from '../kit/search.js';
import { Inference } from '../models/inference.js';
import { Model } from '../models/model.js';
import { Workflow } from '../workflows/workflow.js';
import { exampleJob } from './examples.js';
import { AccessLog, ErrorLog } from './journal.js';
import { Job, JobStatus } from './resources.js';

const tag = 'Administration';
const usersPath = '/admin/users';
const userPath = `${usersPath}/{user_id}` as const;
const UserParams = Type.Object({ user_id: Uuid });
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

const exampleSignIn: SignInState = {
  email_verified: true,
  second_factor: false,
  failed_logins: 0,
  sessions: 1,
};
const signInNow = 'What holds for signing in now';
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

export const listUsers = operation({
  id: 'listUsers',
  tag,
  summary: 'List accounts',
  description: 'Those that were erased are not among them.',
  method: 'GET',
  path: usersPath,
  access: 'administrator',
  list: {
    sort: ['created_at', 'username'],
    defaultSort: '-created_at',
    filters: {
      q: searchFilter(': in user name, e-mail address, name and first name'),
      disabled: Type.Boolean(),
      is_system_admin: Type.Boolean(),
    },
  },
  replies: ok('The accounts.', Type.Array(User)),
  example: { reply: [exampleUser] },
});

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

export const updateUser = operation({
  id: 'updateUser',
  tag,
  summary: 'Disable or enable an account, make somebody an administrator or no longer one',
  description:
    'Fields that are absent stay as they are. Who is disabled is signed out at once, their keys stop, their work ends; once enabled they sign in again, and their keys go on. ' +
    'An administrator of an organization hands it over to a successor when nobody else administers it. ' +
    'The last administrator stays one, and nobody disables their own account.',
  method: 'PUT',
  path: userPath,
  access: 'administrator',
  params: UserParams,
  etag: true,
  body: AdminUserChanges,
  replies: ok('The account as it is now.', User),
  errors: ['last_administrator', 'own_account'],
  example: { body: { disabled: true }, reply: { ...exampleUser, disabled: true } },
});

export const removeUserOtp = operation({
  id: 'removeUserOtp',
  tag,
  summary: 'Turn the second factor of an account off, for who has lost it',
  description:
    'Also one that waits to be confirmed. No device is trusted any more, the secret is destroyed, and challenges of before are over; sessions go on. ' +
    'The person is told by mail. Where there is none, nothing happens. ' +
    'An administrator’s own is turned off by `DELETE /api/v1/me/otp`, with a code or the password.',
  method: 'DELETE',
  path: `${userPath}/otp`,
  access: 'administrator',
  params: UserParams,
  replies: deletedOrShown('Logins need the password alone.', signInNow, SignInState),
  errors: ['own_account'],
  example: { reply: exampleSignIn },
});

export const liftUserLockout = operation({
  id: 'liftUserLockout',
  tag,
  summary: 'Let the person of an account try again who failed too often',
  description:
    'Wrong passwords and codes of before count no more, from whatever network. The person is told by mail. ' +
    'Where nothing was counted, nothing happens.',
  method: 'DELETE',
  path: `${userPath}/lockout`,
  access: 'administrator',
  params: UserParams,
  replies: deletedOrShown('Nothing is counted against the account.', signInNow, SignInState),
  example: { reply: exampleSignIn },
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
