import { datasetCommands, datasetJobCommands } from '@cairn/contracts';
import { derivedId, freshId, LogUnavailable, type Requesters, type Soon } from '@cairn/kernel';
import { everybody } from '@cairn/kernel/testkit';
import { WorkingDatasets } from './testing/working-datasets.js';
import { versionAt } from '../testing/version-at.js';

const ITEMS = 630;
const file = {
  name: 'mails.jsonl',
  content: Array.from({ length: ITEMS }, (_, index) => JSON.stringify({ text: `mail ${index}` })).join('\n'),
};

describe('work for somebody', () => {
  let datasets: WorkingDatasets;
  let version: { dataset_id: string; version_id: string };
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
    version = await datasets.makeDataset();
  });
  afterEach(() => datasets.stop());

  /** In force until the documents have an item. */
  const untilItem = (): Requesters => ({
    principalOf: async (requester) =>
      (await datasets.items(version.version_id)).length === 0
        ? everybody().principalOf(requester)
        : undefined,
  });
  const withScopes = (...scopes: readonly string[]): Requesters => ({
    principalOf: async (requester) => {
      const principal = await everybody().principalOf(requester);
      return principal && { ...principal, scopes };
    },
  });

  it('ends when the account or the key is not in force when it is taken (SPEC-24)', async () => {
    const job = await datasets.request(version, file);
    datasets.startWorker({ requesters: { principalOf: async () => undefined } });
    expect(await datasets.finished(job)).toMatchObject({
      status: 'failed',
      error_code: 'requester_unavailable',
    });
    expect(await datasets.items(version.version_id)).toEqual([]);
  });

  it('ends at its next slice, and what had landed stays (SPEC-24)', async () => {
    const job = await datasets.request(version, file);
    datasets.startWorker({ requesters: untilItem() });
    expect(await datasets.finished(job)).toMatchObject({
      status: 'failed',
      error_code: 'requester_unavailable',
    });
    const { length } = await datasets.items(version.version_id);
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(ITEMS);
  });

  it.each(['who asked', 'what they hold'])(
    'S18: waits while nobody can tell %s, stores nothing meanwhile, and goes on',
    async (what) => {
      const job = await datasets.request(version, file);
      let isAway = true;
      const asked: number[] = [];
      const unlessAway = async <Told>(told: () => Soon<Told>): Promise<Told> => {
        asked.push((await datasets.items(version.version_id)).length);
        if (isAway) throw new LogUnavailable('the log cannot be reached');
        return told();
      };
      const { rights } = datasets.tools;
      datasets.startWorker(
        what === 'who asked'
          ? { requesters: { principalOf: (one) => unlessAway(() => everybody().principalOf(one)) } }
          : { rights: { ...rights, standing: (...one) => unlessAway(() => rights.standing(...one)) } },
      );
      while (asked.length < 3) await new Promise(setImmediate);
      expect(asked.slice(0, 3)).toEqual([0, 0, 0]);
      isAway = false;
      expect(await datasets.finished(job)).toMatchObject({ status: 'completed' });
    },
  );

  it('may what the scopes of its key let it, and no more', async () => {
    const job = await datasets.request(version, file);
    datasets.startWorker({ requesters: withScopes('datasets:read') });
    expect(await datasets.finished(job)).toMatchObject({ status: 'failed', error_code: 'scope_missing' });
    await datasets.stopWorkers();
    datasets.startWorker({ requesters: withScopes('datasets:write') });
    expect(await datasets.import(version, file)).toMatchObject({ status: 'completed' });
  });

  it('ends a copy alike', async () => {
    datasets.startWorker();
    await datasets.import(version, file);
    await datasets.stopWorkers();
    const id = freshId();
    await datasets.send(datasetCommands.duplicateDatasetVersion, { ...versionAt(version), body: {} }, id);
    datasets.startWorker({ requesters: { principalOf: async () => undefined } });
    expect(await datasets.finished(derivedId(id, 'job', 0))).toMatchObject({
      status: 'failed',
      error_code: 'requester_unavailable',
    });
  });

  it('keeps in its request who asked, and with which key', async () => {
    const key = { ...datasets.user, kind: 'key' as const, apiKeyId: freshId(), scopes: ['datasets:write'] };
    const { blobs } = datasets.tools;
    const { sha256, size } = await blobs.put((async function* () {})(), { maxBytes: 1 });
    const id = freshId();
    await datasets.send(
      datasetJobCommands.requestImport,
      {
        ...version,
        file: { sha256, size, content_type: 'text/plain', file_name: 'a.jsonl' },
        options: { on_error: 'fail', dry_run: false },
      },
      id,
      key,
    );
    const [first] = await datasets.tools.log.read(`datasetJob-${derivedId(id, 'job', 0)}`);
    expect(first?.data).toMatchObject({
      requester: { kind: 'key', user_id: key.userId, api_key_id: key.apiKeyId },
    });
  });
});
