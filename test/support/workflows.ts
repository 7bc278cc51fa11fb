import { randomUUID } from 'node:crypto';
import { picture } from './files.js';
import type { Person } from './people.js';
import type { Placed } from './placed.js';

/** A workflow with a logo, and a share that waits. */
export const makeWorkflow = async ({ client }: Person, placed: Placed) => {
  const { body: workflow } = await client.call('createWorkflow', { body: { name: 'World', ...placed } });
  const params = { id: workflow.id };
  await client.call('uploadWorkflowLogo', { params, file: { name: 'logo.png', content: picture() } });
  const { body: share } = await client.call('createWorkflowShare', {
    params,
    body: { email: `asked-${randomUUID()}@example.org`, without_invite: true },
  });
  return { workflow: workflow.id, workflowShare: share.id };
};

/** A version is none of its own yet: that of a dataset stands for it. */
const NAMED = { id: 'workflow', share_id: 'workflowShare', version_id: 'version' } as const;

/** What a parameter of a path of workflows stands for, `undefined` when it is not an id. */
export const workflowPartOf = (
  _: string,
  name: string,
): 'workflow' | 'workflowShare' | 'version' | undefined =>
  Object.hasOwn(NAMED, name) ? NAMED[name as keyof typeof NAMED] : undefined;
