// What the contract says of a new kind of durable work: it is asked for with a number of steps, and tells how many it took.

const ASSET = '018f4d1a-0000-7000-8000-0000000000b1';
const USER = '018f4d1a-0000-7000-8000-000000000009';

const shapesOf = ({ area, name, title, its }) => `import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { Uuid } from '../kit/schemas.js';
import { jobCommands } from '../work/commands.js';
import { JobError } from '../work/events.js';

/** What a caller says of ${name.one}. */
export const ${title}Input = resource('${title}Input', {
  steps: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, description: 'How many steps it takes; one, unless it is said.' }),
  ),
});

/** What ${name.one} came to. */
export const ${title} = resource('${title}', {
  ${its.called}_id: Uuid,
  steps: Type.Integer({ minimum: 1 }),
});
export type ${title} = Readonly<Static<typeof ${title}>>;

/** What ${name.many.said} of ${area} are told. */
export const ${its.called}${name.pascal}Commands = jobCommands({ service: '${area}', noun: '${name.pascal}', error: JobError });
`;

const eventsOf = ({ area, name, title, its }) => {
  const events = `${its.called}${name.pascal}Events`;
  const listed = [
    'Requested',
    'Started',
    'Progressed',
    'Completed',
    'Failed',
    'CancelRequested',
    'Cancelled',
  ];
  const line = (does) => `${title}${does}: ${events}.${does.charAt(0).toLowerCase()}${does.slice(1)},`;
  return `import { Type } from '@sinclair/typebox';
import { OneOf, Uuid } from '../../kit/schemas.js';
import { JobError, jobEvents } from '../../work/events.js';

/** The events of ${name.many.said} by what they do, as all durable work has them. */
export const ${events} = jobEvents({
  area: '${area}',
  entity: '${name.snake}',
  noun: '${title}',
  description: 'Somebody asked for ${name.one}.',
  about: { kind: OneOf(['${name.snake}']), ${its.called}_id: Uuid },
  own: { steps: Type.Integer({ minimum: 1 }) },
  error: JobError,
  examples: {
    requested: {
      id: '018f4d1a-0000-7000-8000-000000000008',
      kind: '${name.snake}',
      ${its.called}_id: '${ASSET}',
      steps: 3,
      user_id: '${USER}',
      requester: { kind: 'user', user_id: '${USER}' },
      name: '',
    },
    progressed: { phase: 'steps', done: 1, total: 3 },
    completed: { result: { ${its.called}_id: '${ASSET}', steps: 3 } },
    failed: { code: 'internal', message: 'Cairn failed.', errors: [] },
    cancelled: { result: {} },
  },
});

/** The events of \`${its.called}${name.pascal}-<id>\`. */
export const ${its.called}${name.pascal}StreamEvents = {
  ${listed.map(line).join('\n  ')}
} as const;
`;
};

const operationOf = ({ area, name, title, its, tag }) => `import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { Uuid } from '../../kit/schemas.js';
import { Job } from '../../work/job.js';
import { ${title}, ${title}Input } from '../${name.kebab}.js';

export const request${title} = operation({
  id: 'request${title}',
  tag: '${tag}',
  summary: 'Ask for ${name.one} of ${its.one}',
  description: 'It is durable work: what takes longer than ten seconds goes on as a job.',
  method: 'POST',
  path: '/api/v1/${area}/{id}/${name.kebab}',
  access: '${its.resource}:write',
  params: Type.Object({ id: Uuid }),
  body: ${title}Input,
  bodyLimit: 'configured',
  durableWork: true,
  replies: {
    200: { description: 'What it came to.', schema: ${title} },
    202: { description: 'The work goes on; \`Location\` is its job.', schema: Job },
  },
  errors: ['forbidden', 'job_cancelled', 'requester_unavailable'],
  example: { body: { steps: 3 }, reply: { ${its.called}_id: '${ASSET}', steps: 3 } },
});
`;

/** The new files of the contract, by their paths below those of the area. */
export const contractFiles = (wanted) => {
  const { name } = wanted;
  return {
    [`${name.kebab}.ts`]: shapesOf(wanted),
    [`events/${name.kebab}.ts`]: eventsOf(wanted),
    [`operations/${name.kebab}.ts`]: operationOf(wanted),
  };
};
