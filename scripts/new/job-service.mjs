// What a service does for a new kind of durable work, and what answers who asks for it.
import { jobTells } from './contract.mjs';
import { spellings } from './words.mjs';

const stateOf = ({
  name,
  its,
  kind,
  kinds,
}) => `import { type EventOf, ${kind}Commands, ${kind}Events } from '@cairn/contracts';
import { jobKind, type KnownJob } from '@cairn/kernel';

/** What ${name.one} was asked for. */
export interface ${name.pascal}Request {
  readonly ${its.called}_id: string;
  readonly steps: number;
}
export type Known${name.pascal} = KnownJob & ${name.pascal}Request;

type RequestedData = EventOf<typeof ${kind}Events.requested>['data'];

/** The phase in which it takes its steps. */
export const STEPS = 'steps';

/** \`${kind}-<id>\`. */
export const ${kinds} = jobKind({
  category: '${kind}',
  collection: '${its.called}_${name.many.snake}',
  events: ${kind}Events,
  commands: ${kind}Commands,
  phases: [STEPS],
  stateVersion: 1,
  own: ({ ${its.called}_id, steps }: RequestedData): ${name.pascal}Request => ({ ${its.called}_id, steps }),
});
`;

const commandsOf = ({
  name,
  title,
  its,
  kind,
  kinds,
}) => `import { cancelRefusalOf, givenAsset } from '@cairn/assets';
import { ${its.called}Commands, ${kind}Events } from '@cairn/contracts';
import { jobServiceCommands, requesterOf, type ServiceCommand, serviceCommand } from '@cairn/kernel';
import { ${its.called}Kind } from '../../domain/${its.called}/state.js';
import { ${kinds} } from '../../domain/${name.kebab}/state.js';

const request${name.pascal} = serviceCommand(
  ${its.called}Commands.request${title},
  ({ id: ${its.called}_id, body: { steps = 1 } }, context) => {
    const id = context.id('job');
    return context.execute(${kinds}.aggregate, id, {
      given: () => givenAsset(${its.called}Kind, context, ${its.called}_id, 'write'),
      decide: () => [
        ${kind}Events.requested.of({
          ...{ id, kind: '${name.snake}', ${its.called}_id, steps },
          user_id: context.principal.userId,
          requester: requesterOf(context.principal),
          name: '',
        }),
      ],
    });
  },
);

/** The commands on ${name.many.said}: who may write the ${its.called} asks for one. */
export const ${name.camel}ServiceCommands: readonly ServiceCommand[] = [
  request${name.pascal},
  ...jobServiceCommands(${kinds}, cancelRefusalOf(${its.called}Kind, ({ ${its.called}_id }) => ${its.called}_id)),
];
`;

const workOf = ({ area, name, title, its, kinds }) => `import { askingNow, givenAsset } from '@cairn/assets';
import type { ${title}, JsonObject } from '@cairn/contracts';
import {
  type JobLease,
  jobWork,
  principalNow,
  type ServiceTools,
  timestamp,
  unlessRefused,
  type Work,
  type WorkerOptions,
} from '@cairn/kernel';
import { ${its.called}Kind } from '../domain/${its.called}/state.js';
import { ${kinds}, type Known${name.pascal}, STEPS } from '../domain/${name.kebab}/state.js';

/** Throws \`JobRefused\` once who asked may not write the ${its.called} any more (S40). */
const unlessForbidden = async (job: Known${name.pascal}, tools: ServiceTools): Promise<void> => {
  const principal = await principalNow(tools, job);
  const asking = askingNow({ principal, at: timestamp(tools.clock.now()), tools });
  unlessRefused(await givenAsset(${its.called}Kind, asking, job.${its.called}_id, 'write'));
};

/** Takes one step after the other. What was done before a worker ended is done again. */
const run${name.pascal} = async (
  job: Known${name.pascal},
  lease: JobLease,
  tools: ServiceTools,
): Promise<JsonObject> => {
  const { ${its.called}_id, steps } = job;
  for (let done = 0; done < steps; done += 1) {
    lease.check();
    lease.progress({ phase: STEPS, done, total: steps });
    await unlessForbidden(job, tools);
  }
  return { ${its.called}_id, steps } satisfies ${title};
};

/** What does ${name.many.said}. */
export const ${name.camel}Work = (tools: ServiceTools, options: WorkerOptions = {}): Work =>
  jobWork(${kinds}, { name: '${area}.${name.many.snake}', run: run${name.pascal} }, tools, options);
`;

const readsOf = ({ area, name, its, kind, kinds }) => {
  const own = jobTells(`${its.called}_id`) ? `own: ({ ${its.called}_id }) => ({ ${its.called}_id }),` : '';
  return `import { mayKnowJobOf } from '@cairn/assets';
import { type JobDocument, jobProjection, jobReads } from '@cairn/kernel';
import { ${kinds}, type ${name.pascal}Request } from '../../domain/${name.kebab}/state.js';
import { ${spellings(area).camel} } from '../../${area}.js';

/** \`${area}.${name.many.snake}\`: a document for each. */
export const ${name.many.camel}Projection = jobProjection(${kinds}, { name: '${area}.${name.many.snake}', version: 1 });

/** How ${name.many.said} are read: by who may read the ${its.called}. */
export const ${kind}Reads = jobReads<JobDocument & ${name.pascal}Request>(${kinds}, {
  mayKnow: mayKnowJobOf(${spellings(area).camel}.reads, ({ ${its.called}_id }) => ${its.called}_id),
  ${own}
  worksOn: ({ ${its.called}_id: entity_id }) => ({ entity_type: '${its.called}', entity_id }),
});
`;
};

const specOf = ({
  name,
  title,
  its,
  kind,
  service,
}) => `import { ${its.called}Commands } from '@cairn/contracts';
import { ServiceUnderTest, someone, until } from '@cairn/kernel/testkit';
import { ${kind}Reads } from './read-models/${name.many.kebab}/queries.js';
import { ${service} } from './service.js';

describe('${name.many.said} of ${its.many}', () => {
  const ada = someone();
  let running: ServiceUnderTest;
  let id: string;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(${service});
    id = await running.make(ada, ${its.called}Commands.create${its.noun}, { body: { name: 'mine' } }, '${its.called}');
  });
  afterAll(() => running.stop());

  const ask = (steps: number): Promise<string> =>
    running.make(ada, ${its.called}Commands.request${title}, { id, body: { steps } }, 'job');

  const shown = async (job: string) => (await ${kind}Reads.byId(running.reading(ada), job))?.resource;

  it('are done, and tell what they came to', async () => {
    const job = await ask(2);
    await until(async () => ['completed', 'failed'].includes((await shown(job))?.status ?? ''));
    expect(await shown(job)).toMatchObject({
      ...{ job_type: '${name.snake}', status: 'completed' },
      result: { ${its.called}_id: id, steps: 2 },
    });
  });

  it('are for who may write the ${its.called}', async () => {
    const eve = someone();
    const refused = await running.send(eve, ${its.called}Commands.request${title}, { id, body: {} });
    expect(refused).toMatchObject({ status: 'refused', code: 'not_found' });
    expect(await ${kind}Reads.byId(running.reading(eve), await ask(1))).toBeUndefined();
  });
});
`;

/** The new files of the service, by their paths below its sources. */
export const serviceFiles = (wanted) => {
  const { name } = wanted;
  return {
    [`domain/${name.kebab}/state.ts`]: stateOf(wanted),
    [`application/${name.kebab}/commands.ts`]: commandsOf(wanted),
    [`work/${name.kebab}.ts`]: workOf(wanted),
    [`read-models/${name.many.kebab}/queries.ts`]: readsOf(wanted),
    [`${name.many.kebab}.spec.ts`]: specOf(wanted),
  };
};

/** What the gateway answers with. */
export const handlerOf = ({
  area,
  title,
  its,
  kind,
}) => `import { ${its.called}Commands, operations } from '@cairn/contracts';
import { ${kind}Reads } from '@cairn/${area}';
import { handler } from '../../call/handler.js';
import { jobAt } from '../jobs/job-answers.js';
import { resultOf } from '../jobs/job-result.js';
import { sentIn } from '../resource.js';

/** 200 with what it came to when it is over in time, else 202 with the job. */
export const request${title} = handler(operations.request${title}, async (call) => {
  const id = call.newId('job');
  await call.write(${its.called}Commands.request${title}, sentIn(call), { location: jobAt(id), id });
  return resultOf(call, ${kind}Reads, id);
});
`;
