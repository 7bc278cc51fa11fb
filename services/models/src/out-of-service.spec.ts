import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { modelCommands } from '@cairn/contracts';
import { type Blobs, openDiskBlobs, type Principal } from '@cairn/kernel';
import { anAdministrator, ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { modelById } from './models.js';
import { modelVersionById, modelVersionHistory } from './read-models/versions/queries.js';
import { versionInService } from './read-models/versions/service.js';
import type { RunFailure } from './running/port.js';
import { modelsServiceWith } from './service.js';
import { SHORTEST_ONNX, ToldRunner } from './testing/told-runner.js';

const REASON = 'It ended workers of 3 accounts, the last time: SIGSEGV.';
const struck: RunFailure = { of: 'model', code: 'model_out_of_service', message: REASON };
const another = (number: number) => Buffer.from([0x50, number]);

interface Made {
  readonly model_id: string;
  readonly id: string;
}

describe('a version that ends its workers', () => {
  const [owner, root] = [someone(), anAdministrator()];
  const runner = new ToldRunner();
  const usual = runner.answer;
  let running: ServiceUnderTest;
  let folder: string;
  let blobs: Blobs;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-out-of-service-'));
    blobs = await openDiskBlobs({ folder });
    const service = modelsServiceWith(() => runner);
    running = await ServiceUnderTest.of(service, { blobs: async () => blobs });
  });
  afterEach(() => {
    runner.answer = usual;
  });
  afterAll(async () => {
    await running.stop();
    rmSync(folder, { recursive: true });
  });

  const sent = async ({ model_id, id }: Made, ...more: readonly Buffer[]) => {
    const { sha256, size } = await blobs.put(Readable.from([SHORTEST_ONNX, ...more]), { maxBytes: 1_000 });
    const file = { sha256, size, content_type: 'application/octet-stream', file_name: 'model.onnx' };
    const assets = [{ asset_type: 'onnx_model' as const, file }];
    await running.done(owner, modelCommands.uploadModelVersion, { id: model_id, version_id: id, assets });
    return sha256;
  };
  const version = async (model_id: string, ...more: readonly Buffer[]): Promise<Made> => {
    const input = { model_id, body: {} };
    const id = await running.make(owner, modelCommands.createModelVersion, input, 'version');
    await sent({ model_id, id }, ...more);
    return { model_id, id };
  };
  const made = async (): Promise<Made> => {
    const body = { name: 'birds', public: true };
    return version(await running.make(owner, modelCommands.createModel, { body }, 'model'));
  };
  const run = async (
    { model_id, id: model_version_id }: Made,
    who: Principal = owner,
    on: ServiceUnderTest = running,
  ) => {
    const body = { input_text: 'x' };
    const reply = await on.send(who, modelCommands.runModel, { model_id, model_version_id, body });
    return reply.status === 'refused' ? [reply.code, reply.detail] : reply.status;
  };
  /** What was told within a command that is refused. */
  const projected = async (): Promise<void> =>
    expect(await running.tools.reached(await running.engines.log.head(), 10_000)).toBe(true);
  /** As it is once it ended its workers. */
  const suspended = async (one?: Made): Promise<Made> => {
    const it = one ?? (await made());
    runner.answer = struck;
    await run(it);
    runner.answer = usual;
    await projected();
    return it;
  };
  /** As who may write the model. */
  const reinstateOwn = ({ model_id: id, id: version_id }: Made, who: Principal = owner) =>
    running.send(who, modelCommands.reinstateOwnModelVersion, { id, version_id });
  const reinstate = async ({ model_id, id: version_id }: Made, who: Principal = root) => {
    const reply = await running.send(who, modelCommands.reinstateModelVersion, { id: model_id, version_id });
    return reply.status === 'refused' ? reply.code : reply.status;
  };
  const shown = async (path: Made, at?: string) => {
    const reading = at === undefined ? running.reading(owner) : running.readingAt(owner, at);
    return (await modelVersionById(reading, { ...path }))!.resource;
  };
  const events = async ({ id }: Made) => running.engines.log.read(`modelVersion-${id}`);
  const deeds = async (one: Made) => (await events(one)).map(({ type }) => type.split('.')[2]);
  const OUT = ['model_not_runnable', expect.stringContaining(REASON)];

  it('is out of service with the reason, by its own state: on every replica, whatever its runner says', async () => {
    const one = await made();
    const asker = someone();
    runner.answer = struck;
    expect(await run(one, asker)).toEqual(OUT);
    runner.answer = usual;
    await projected();
    const asked = runner.asked.length;
    expect(await run(one, asker)).toEqual(OUT);
    expect(await run(one, owner, running.replica())).toEqual(OUT);
    expect(runner.asked).toHaveLength(asked);
    const last = (await events(one)).at(-1)!;
    const { sha256 } = (await shown(one)).assets[0]!;
    const told = { reason: REASON, sha256 };
    expect([last.type, last.data]).toEqual(['models.version.suspended.v1', told]);
    // Who asked is nobody's business.
    expect([last.metadata.actor, JSON.stringify([last.data, last.metadata])]).toEqual([
      { kind: 'system', id: expect.any(String) as string },
      expect.not.stringContaining(asker.userId),
    ]);
    const out = {
      can_inference: false,
      cannot_infer_reason: 'out_of_service',
      out_of_service: { ...told, at: last.metadata.at },
    };
    expect(await shown(one)).toMatchObject(out);
    const { resource } = (await modelById(running.reading(owner), one.model_id))!;
    expect(resource).toMatchObject({ ...out, active_version_id: one.id });
  });

  it('is so alone: other versions go on, also with the same file, and it says so once', async () => {
    const one = await made();
    const other = await version(one.model_id);
    runner.answer = struck;
    await Promise.all([run(one), run(one), run(one)]);
    runner.answer = usual;
    expect((await deeds(one)).filter((deed) => deed === 'suspended')).toHaveLength(1);
    expect(await run(other)).toBe('done');
    expect(await shown(other)).toMatchObject({ can_inference: true });
  });

  it('is told to be so by Cairn alone, of the file and the term that it ran', async () => {
    const one = await suspended();
    await reinstate(one);
    const { sha256 } = (await shown(one)).assets[0]!;
    const late = { id: one.id, sha256, reason: REASON, term: '' };
    for (const who of [owner, root])
      expect(await running.send(who, modelCommands.suspendModelVersion, late)).toMatchObject({
        ...{ status: 'refused', code: 'forbidden' },
      });
    const call = { id: one.id, correlation: one.id };
    await running.tools.execute(modelCommands.suspendModelVersion, late, call);
    expect(await deeds(one)).toEqual(['created', 'assets_set', 'suspended', 'reinstated']);
    expect(await run(one)).toBe('done');
  });

  it('is put back by an administrator, who need not see it, and by nobody else', async () => {
    const one = await suspended();
    const hidden = await suspended();
    await running.done(owner, modelCommands.updateModel, { id: hidden.model_id, body: { public: false } });
    const elsewhere = { ...one, model_id: hidden.model_id };
    const codes = [
      await reinstate(one, owner),
      await reinstate(one, { ...root, kind: 'key', scopes: ['admin:read'] }),
      await reinstate(elsewhere),
    ];
    expect(codes).toEqual(['administrator_required', 'administrator_required', 'not_found']);
    expect(await run(hidden)).toEqual(OUT);
    expect(await reinstate(hidden)).toBe('done');
    expect(await shown(hidden)).toMatchObject({ can_inference: true });
    expect(await shown(hidden)).not.toHaveProperty('out_of_service');
    expect(await run(hidden)).toBe('done');
    // In a term of its own, so that no process counts what was before.
    const { at } = (await events(hidden)).find(({ type }) => type.includes('reinstated'))!.metadata;
    expect(runner.asked.at(-1)!.model.term).toBe(at);
    const read = ({ model_id: id, id: version_id }: Made) =>
      versionInService(running.reading(root), { id, version_id });
    expect((await read(hidden))!.resource).toEqual({
      ...{ id: hidden.id, model_id: hidden.model_id, user_id: owner.userId, version_number: 1 },
      can_inference: true,
    });
    expect((await read(one))!.resource).toMatchObject({ cannot_infer_reason: 'out_of_service' });
    expect(await read(elsewhere)).toBeUndefined();
    await running.done(owner, modelCommands.deleteModel, { id: one.model_id });
    expect([await reinstate(one), await read(one)]).toEqual(['not_found', undefined]);
  });

  it('is put back by who may write its model once in 30 days, by an administrator at any time', async () => {
    const one = await suspended();
    const forbidden = { status: 'refused', code: 'forbidden' };
    expect(await reinstateOwn(one, someone())).toMatchObject(forbidden);
    expect(await reinstateOwn(one)).toMatchObject({ status: 'done' });
    expect(await run(one)).toBe('done');
    await suspended(one);
    const again = await reinstateOwn(one);
    expect(again).toMatchObject({
      ...{ status: 'refused', code: 'reinstated_lately' },
      ...{
        retryAfterSeconds: expect.any(Number),
        detail: expect.stringMatching(/ again from 20\d\d-/) as string,
      },
    });
    expect(await run(one)).toEqual(OUT);
    expect(await reinstate(one)).toBe('done');
    expect(await run(one)).toBe('done');
    const told = (await events(one)).filter(({ type }) => type.includes('reinstated'));
    expect(told.map(({ data }) => data)).toEqual([{ by_owner: true }, {}]);
  });

  it('stays in service when it is there already', async () => {
    const one = await made();
    expect([await reinstate(one), await deeds(one)]).toEqual(['done', ['created', 'assets_set']]);
  });

  it('is run again with another file, and not with the same one', async () => {
    const one = await suspended();
    await sent(one, another(1));
    expect(await shown(one)).toMatchObject({ can_inference: true });
    await sent(one);
    expect(await shown(one)).toMatchObject({ cannot_infer_reason: 'out_of_service' });
    expect(await run(one)).toEqual(OUT);
    await sent(one, another(2));
    expect(await run(one)).toBe('done');
  });

  it('goes out again after it was put back', async () => {
    const one = await suspended();
    await reinstate(one);
    await suspended(one);
    expect(await run(one)).toEqual(OUT);
    expect((await deeds(one)).slice(2)).toEqual(['suspended', 'reinstated', 'suspended']);
  });

  it('is read as it was, with a history, and none of it is undone', async () => {
    const one = await made();
    const before = (await shown(one)).updated_at;
    await running.later(before);
    await suspended(one);
    const { at } = (await shown(one)).out_of_service!;
    await running.later(at);
    await reinstate(one);
    expect(await shown(one, before)).toMatchObject({ can_inference: true });
    expect(await shown(one, at)).toMatchObject({ out_of_service: { reason: REASON, at } });
    const page = { limit: 10, sort: 'revision' };
    const history = await modelVersionHistory(running.engines, running.reading(owner), { ...one }, page);
    const told = history!.elements.slice(2).map(({ changes }) => changes.map(({ path }) => path));
    expect(told).toEqual([['/out_of_service'], ['/out_of_service']]);
    for (const revision of [2, 3])
      expect(
        await running.send(owner, modelCommands.revertModelVersion, { ...one, body: { revision } }),
      ).toMatchObject({ status: 'refused', code: 'not_revertible' });
  });
});
