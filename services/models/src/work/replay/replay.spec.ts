import { randomUUID } from 'node:crypto';
import { modelCommands, modelJobCommands } from '@cairn/contracts';
import { someone, until } from '@cairn/kernel/testkit';
import { modelJobReads } from '../../read-models/jobs/queries.js';
import { INFERENCES } from '../../read-models/inferences/project.js';
import type { ModelInput } from '../../running/port.js';
import { classified, textOf, WorkingReplays } from '../testing/working-replays.js';

const lengthOf = (input: ModelInput) => textOf(input).length;
/** Short texts are ham to both; the second takes some that are longer for it, too. */
const first = (input: ModelInput) => classified(lengthOf(input) > 3 ? 'spam' : 'ham');
const second = (input: ModelInput) => classified(lengthOf(input) > 5 ? 'spam' : 'ham', 0, 0.6);

describe('a replay', () => {
  let models: WorkingReplays;
  beforeAll(async () => {
    models = await WorkingReplays.start();
    models.startWorker();
  });
  afterAll(() => models.stop());

  const twoVersions = async () => {
    const { model_id, version_id: of_version_id } = await models.model(first);
    return { model_id, of_version_id, version_id: await models.version(model_id, second) };
  };
  const askAll = async (model_id: string, ...texts: readonly string[]): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (const text of texts) ids.push(await models.ask(model_id, text));
    return ids;
  };

  it('tells how often a version answers as another did, by label, and where not, the newest first', async () => {
    const { model_id, version_id, of_version_id } = await twoVersions();
    const ids = await askAll(model_id, 'a', 'four', 'five5', 'longest');
    const replay = await models.replay(model_id, version_id, { of_version_id });
    const differs = (inference_id: string | undefined) => ({
      inference_id,
      ...{ before: 'spam', after: 'ham', confidence_before: 0.9, confidence_after: 0.6 },
    });
    expect(replay).toEqual({
      ...{ job_id: replay.job_id, model_id, version_id, of_version_id },
      ...{ compared: 4, agreed: 2, failed: 0, agreement: 0.5 },
      left_out: { private: 0, without_input: 0, failed_before: 0, unreadable: 0 },
      labels: [
        {
          ...{ label: 'spam', count: 3, agreed: 1 },
          answers: [
            { label: 'ham', count: 2 },
            { label: 'spam', count: 1 },
          ],
        },
        { label: 'ham', count: 1, agreed: 1, answers: [{ label: 'ham', count: 1 }] },
      ],
      differences: [differs(ids[2]), differs(ids[1])],
    });
  });

  it('of a version on its own inputs shows whether it answers the same twice', async () => {
    const { model_id, of_version_id } = await twoVersions();
    await askAll(model_id, 'a', 'four');
    const replay = await models.replay(model_id, of_version_id, { of_version_id });
    expect(replay).toMatchObject({ compared: 2, agreement: 1, differences: [] });
  });

  it('looks at as many as it is told to, the newest first, and at none of other versions or times', async () => {
    const { model_id, version_id, of_version_id } = await twoVersions();
    const ids = await askAll(model_id, 'four', 'four', 'four');
    const two = await models.replay(model_id, version_id, { of_version_id, limit: 2 });
    expect(two.differences.map(({ inference_id }) => inference_id)).toEqual([ids[2], ids[1]]);
    const other = await models.replay(model_id, of_version_id, { of_version_id: version_id });
    const past = await models.replay(model_id, version_id, { of_version_id, to: '2020-01-01T00:00:00Z' });
    expect([other, past]).toMatchObject([{ compared: 0 }, { compared: 0 }]);
    expect(other).not.toHaveProperty('agreement');
  });

  it('leaves out and counts what was kept without its input, and what has no answer', async () => {
    let isFailing = false;
    const { model_id, version_id: of_version_id } = await models.model((input) =>
      isFailing ? { of: 'model', code: 'model_failed', message: 'no' } : first(input),
    );
    const version_id = await models.version(model_id, second);
    await askAll(model_id, 'a');
    isFailing = true;
    await askAll(model_id, 'b');
    const added = { model_id, body: { prediction: 'ham' } };
    await models.running.done(models.owner, modelCommands.addInference, added);
    isFailing = false;
    await models.askOfItem(model_id, 'a file');
    const body = { privacy_enabled: true };
    await models.running.done(models.owner, modelCommands.updateModel, { id: model_id, body });
    await askAll(model_id, 'secret');
    expect(await models.replay(model_id, version_id, { of_version_id })).toMatchObject({
      ...{ compared: 1, failed: 0 },
      left_out: { private: 1, without_input: 2, failed_before: 1, unreadable: 0 },
    });
  });

  it('asks a worker that ended once more, and counts what the version does not answer', async () => {
    const { model_id, version_id: of_version_id } = await models.model(first);
    const tries = new Map<string, number>();
    const version_id = await models.version(model_id, (input) => {
      const text = textOf(input);
      const tried = (tries.get(text) ?? 0) + 1;
      tries.set(text, tried);
      if (text === 'no') return { of: 'input', code: 'model_input_invalid', message: 'no' };
      if (text === 'dies' || (text === 'once' && tried === 1))
        return { of: 'worker', code: 'model_worker_lost', message: 'no' };
      return second(input);
    });
    await askAll(model_id, 'no', 'dies', 'once');
    const replay = await models.replay(model_id, version_id, { of_version_id });
    expect(replay).toMatchObject({ compared: 1, failed: 2 });
    expect([...tries]).toEqual(
      expect.arrayContaining([
        ['dies', 2],
        ['once', 2],
        ['no', 1],
      ]),
    );
  });

  it('records no inference, and nothing of its version', async () => {
    const { model_id, version_id, of_version_id } = await twoVersions();
    await askAll(model_id, 'a');
    const { log, documents } = models.running.engines;
    const count = () => documents.count(INFERENCES, { fields: { model_id } }, 100);
    const before = await log.read(`modelVersion-${version_id}`);
    await models.replay(model_id, version_id, { of_version_id });
    expect(await log.read(`modelVersion-${version_id}`)).toEqual(before);
    expect(await count()).toBe(1);
  });

  it('ends with the reason when the version cannot be run any more, and nobody runs it then', async () => {
    const { model_id, version_id: of_version_id } = await models.model(first);
    const gone = { of: 'model', code: 'model_out_of_service', message: 'It ended its workers.' } as const;
    const version_id = await models.version(model_id, () => gone);
    await askAll(model_id, 'a');
    const asked = await models.request(model_id, version_id, { of_version_id });
    expect(asked.status === 'asked' && (await models.finished(asked.job))).toMatchObject({
      ...{ status: 'failed', error_code: 'model_not_runnable' },
      message: expect.stringContaining(gone.message),
    });
    expect(await models.request(model_id, version_id, { of_version_id })).toMatchObject({
      ...{ status: 'refused', code: 'model_not_runnable', detail: expect.stringContaining(gone.message) },
    });
  });

  it('is refused at once of what is no version of the model, or cannot be run', async () => {
    const { model_id, version_id, of_version_id } = await twoVersions();
    const other = await models.model(first);
    const refused = async (version: string, of: string, who = models.owner) => {
      const reply = await models.request(model_id, version, { of_version_id: of }, who);
      return reply.status === 'refused' ? [reply.code, reply.errors?.[0]?.pointer] : [];
    };
    expect(await refused(version_id, other.version_id)).toEqual(['foreign_version', '/of_version_id']);
    expect(await refused(other.version_id, of_version_id)).toEqual(['not_found', undefined]);
    const create = { model_id, body: {} };
    const empty = await models.running.make(
      models.owner,
      modelCommands.createModelVersion,
      create,
      'version',
    );
    expect(await refused(empty, of_version_id)).toEqual(['model_not_runnable', undefined]);
    await models.running.done(models.owner, modelCommands.deleteModelVersion, { model_id, id: empty });
    expect(await refused(version_id, empty)).toEqual(['foreign_version', '/of_version_id']);
    const hidden = { id: model_id, body: { visibility: 'private' as const } };
    await models.running.done(models.owner, modelCommands.updateModel, hidden);
    expect(await refused(version_id, of_version_id, someone())).toEqual(['not_found', undefined]);
  });

  it('SPEC-26: is of one’s own inputs, and told to nobody else', async () => {
    const { model_id, version_id, of_version_id } = await twoVersions();
    const stranger = someone();
    await askAll(model_id, 'mine');
    await models.ask(model_id, 'theirs', stranger);
    const replay = await models.replay(model_id, version_id, { of_version_id }, stranger);
    expect(replay.compared).toBe(1);
    const { running, owner } = models;
    expect(await modelJobReads.byId(running.reading(owner), replay.job_id)).toBeUndefined();
    const cancel = { job_id: replay.job_id };
    expect(await running.send(owner, modelJobCommands.cancel, cancel)).toMatchObject({
      code: 'job_not_found',
    });
    const hidden = { id: model_id, body: { visibility: 'private' as const } };
    await running.done(owner, modelCommands.updateModel, hidden);
    expect(await modelJobReads.byId(running.reading(stranger), replay.job_id)).toBeUndefined();
  });

  it('law 8: tells nothing of an inference that was deleted since, and the log neither', async () => {
    const named = `Ada ${randomUUID()}`;
    const { model_id, version_id: of_version_id } = await models.model(() => ({
      predictions: [
        { prediction: named, classId: -1, confidence: 0.9, type: 'transcription', value: { text: named } },
      ],
      inferenceMs: 1,
    }));
    const version_id = await models.version(model_id, second);
    const added = { model_id, body: { input_text: 'x', prediction: `${named} too` } };
    const ids = [
      ...(await askAll(model_id, 'a')),
      await models.running.make(models.owner, modelCommands.addInference, added, 'inference'),
    ];
    const { job_id, differences, labels } = await models.replay(model_id, version_id, { of_version_id });
    expect(differences.map(({ before }) => before)).toEqual([`${named} too`, named]);
    expect(labels).toEqual([]);
    const { documents, log, vault } = models.running.engines;
    const told = (await log.read(`modelJob-${job_id}`)).map(({ data }) => data);
    expect(JSON.stringify([told, await documents.get('model_jobs', job_id)])).not.toContain('Ada');
    for (const id of ids) await models.running.done(models.owner, modelCommands.deleteInference, { id });
    expect((await models.told(job_id)).differences).toEqual([]);
    for (const id of ids) await until(async () => (await vault.findKey(id)) === undefined);
    expect((await models.told(job_id)).compared).toBe(2);
  });

  it('tells no differences in lists, and counts alone to administrators', async () => {
    const { model_id, version_id, of_version_id } = await twoVersions();
    await askAll(model_id, 'four');
    const { job_id } = await models.replay(model_id, version_id, { of_version_id });
    const page = { limit: 1, sort: '-created_at' };
    const { running, owner } = models;
    const [listed] = (await modelJobReads.page(running.reading(owner), page, {})).elements;
    expect(listed).toMatchObject({ id: job_id, model_id, result: { compared: 1, differences: [] } });
    const [shown] = (await modelJobReads.all(running.reading(owner), page, {})).elements;
    expect(shown?.result).toEqual({ compared: 1, agreed: 0, failed: 0, agreement: 0 });
  });
});
