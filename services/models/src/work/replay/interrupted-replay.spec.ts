import { randomUUID } from 'node:crypto';
import { modelCommands, modelJobCommands } from '@cairn/contracts';
import type { Grant, Requesters, Rights } from '@cairn/kernel';
import { everybody, membersOfAll, someone, until } from '@cairn/kernel/testkit';
import { type Answering, classified, textOf, WorkingReplays } from '../testing/working-replays.js';

const MANY = 40;
/** Texts are `0`, `1` …: every fourth is answered otherwise. */
const before = () => classified('ham');
const after: Answering = (input) => classified(Number(textOf(input)) % 4 === 0 ? 'spam' : 'ham');
const WHOLE = { compared: MANY, agreed: 30, failed: 0 };

describe('a replay that is interrupted', () => {
  let models: WorkingReplays;
  const started = async (
    happens: (answered: number) => Promise<unknown>,
    rights?: Rights,
    body: object = {},
  ) => {
    models = await WorkingReplays.start(rights);
    const { model_id, version_id: of_version_id } = await models.model(before, body);
    for (let text = 0; text < MANY; text += 1) await models.ask(model_id, String(text));
    let answered = 0;
    const version_id = await models.version(model_id, async (input) => {
      answered += 1;
      await happens(answered);
      return after(input);
    });
    const asked = await models.request(model_id, version_id, { of_version_id });
    if (asked.status !== 'asked') throw new Error(asked.detail);
    return { ...asked, model_id, version_id, of_version_id };
  };
  afterEach(() => models.stop());

  const hasCursor = async (job: string): Promise<boolean> =>
    (await models.running.engines.log.read(`modelJob-${job}`)).some(
      ({ type }) => type === 'models.job.progressed.v1',
    );

  it('goes on where it was kept after a crash, and counts nothing twice', async () => {
    let crash: (() => Promise<void>) | undefined;
    const { job } = await started(async (answered) => {
      if (answered === 35) await crash?.();
    });
    crash = async () => {
      await until(() => hasCursor(job));
      throw new Error('a crash');
    };
    const { logger } = models.running.tools;
    await new Promise<void>((resolve) => {
      models.startWorker({ logger: { ...logger, error: () => resolve() } });
    });
    await models.stopWorkers();
    crash = undefined;
    const ran = models.runner.asked.length;
    models.passLeases();
    models.startWorker();
    expect(await models.finished(job)).toMatchObject({ status: 'completed', result: WHOLE });
    expect(models.runner.asked.length - ran).toBeLessThan(MANY);
    expect((await models.told(job)).differences).toHaveLength(10);
  });

  it('S40: ends when who asked is not in force any more, and says so', async () => {
    let isInForce = true;
    const { job } = await started(async (answered) => {
      if (answered === 10) isInForce = false;
    });
    const requesters: Requesters = {
      principalOf: async (one) => (isInForce ? everybody().principalOf(one) : undefined),
    };
    models.startWorker({ requesters });
    const over = await models.finished(job);
    expect(over).toMatchObject({ status: 'failed', error_code: 'requester_unavailable' });
    expect(models.runner.asked.length).toBeLessThan(2 * MANY);
  });

  it('S40: ends at its next step when who asked may not run the model any more', async () => {
    let take = async (): Promise<void> => undefined;
    const { job, model_id } = await started(async (answered) => {
      if (answered === 10) await take();
    });
    const scopes = ['models:read'];
    let isTaken = false;
    take = async () => {
      isTaken = true;
    };
    models.startWorker({
      requesters: {
        principalOf: async (one) => {
          const principal = await everybody().principalOf(one);
          return isTaken && principal !== undefined ? { ...principal, scopes } : principal;
        },
      },
    });
    expect(await models.finished(job)).toMatchObject({
      status: 'failed',
      error_code: 'scope_missing',
      model_id,
    });
  });

  it('is cancelled at its next step, and tells what it had counted', async () => {
    let cancel = async (): Promise<unknown> => undefined;
    const { job } = await started(async (answered) => {
      if (answered === 20) await cancel();
    });
    cancel = () => models.running.done(models.owner, modelJobCommands.cancel, { job_id: job });
    models.startWorker();
    expect((await models.finished(job)).status).toBe('cancelled');
    const { compared } = await models.told(job);
    expect(compared).toBeGreaterThanOrEqual(16);
    expect(compared).toBeLessThan(MANY);
  });

  it.each([['version'], ['model']])('ends when the config of its %s is another one', async (of) => {
    let change = async (): Promise<unknown> => undefined;
    const { job, model_id, version_id } = await started(async (answered) => {
      if (answered === 5) await change();
    });
    const { running, owner } = models;
    const body = { config: '{"task":"text-classification"}' };
    change = () =>
      of === 'model'
        ? running.done(owner, modelCommands.updateModel, { id: model_id, body })
        : running.done(owner, modelCommands.updateModelVersion, { model_id, id: version_id, body });
    models.startWorker();
    expect(await models.finished(job)).toMatchObject({ status: 'failed', error_code: 'conflict' });
  });

  it('goes on when the config of its model changes, and its version has one of its own', async () => {
    let change = async (): Promise<unknown> => undefined;
    const { job, model_id, version_id } = await started(async (answered) => {
      if (answered === 5) await change();
    });
    const { running, owner } = models;
    const own = { config: '{"task":"text-classification"}' };
    await running.done(owner, modelCommands.updateModelVersion, { model_id, id: version_id, body: own });
    const body = { config: '{"task":"raw"}' };
    change = () => running.done(owner, modelCommands.updateModel, { id: model_id, body });
    models.startWorker();
    expect((await models.finished(job)).status).toBe('completed');
  });

  it('SPEC-26: is of the members’ inputs while who asked may write the model by a role', async () => {
    const organization_id = randomUUID();
    const writers = new Set<string>();
    const grantOf = (userId: string): Grant => ({
      group: { kind: 'organization', id: organization_id },
      through: { kind: 'organization', id: organization_id },
      role: { id: 'role', slug: 'role' },
      permissions: writers.has(userId) ? ['*:*'] : ['*:read', '*:execute', '*:create'],
    });
    const rights: Rights = {
      ...membersOfAll,
      standing: async (userId) => ({ grants: [grantOf(userId)], ownerCounts: true }),
      inGroup: async (userId) => [grantOf(userId)],
    };
    const { model_id, version_id, of_version_id } = await started(async () => undefined, rights, {
      organization_id,
    });
    models.startWorker();
    const lead = someone();
    const compared = async () =>
      (await models.replay(model_id, version_id, { of_version_id }, lead)).compared;
    expect(await compared()).toBe(0);
    writers.add(lead.userId);
    expect(await compared()).toBe(MANY);
    writers.delete(lead.userId);
    expect(await compared()).toBe(0);
    const of = { after: '', categories: ['modelJob'], limit: 1000 };
    const { events } = await models.running.engines.log.readAll(of);
    expect(new Set(events.map(({ metadata }) => metadata.organization))).toEqual(new Set([organization_id]));
  });
});
