/** Work that goes on after its request is one list for who asked for it, whichever service does it. */
import { allEvents } from '@cairn/contracts';
import { emptyGraph } from '../support/content.js';
import { foundFirm } from '../support/firm.js';
import { importedFile } from '../support/graph-files.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { elementsOf } from '../support/pages.js';
import { type SharedCairn, topologies } from '../support/topology.js';

/** What each kind of work works on, as administrators are told; replays are shown by `replay.engine.spec.ts`. */
const WORKS_ON = {
  import: 'dataset_version',
  run_post_processor: 'dataset_version',
  duplicate: 'dataset_version',
  delete_group: 'organization',
  replay: 'model_version',
  import_graph: 'graph_version',
  undo_import: 'graph_version',
  measure_graph: 'graph_version',
  validate_graph: 'graph_version',
} as const;
interface JobSchema {
  readonly properties: {
    readonly kind?: { readonly enum?: readonly string[]; readonly description?: string };
  };
}

/** The kinds that a request may name; a list that may grow stands in its description. */
const kindsIn = ({ properties: { kind } }: JobSchema): readonly string[] =>
  kind?.enum ?? [...(kind?.description ?? '').matchAll(/`(\w+)`/g)].map(([, word]) => word ?? '');

it('every kind of durable work that there is has a line here', () => {
  const kinds = allEvents
    .filter(({ name }) => name.endsWith('JobRequested'))
    .flatMap(({ schema }) => kindsIn(JSON.parse(JSON.stringify(schema)) as JobSchema));
  expect(kinds.toSorted()).toEqual(Object.keys(WORKS_ON).toSorted());
});

describe.each(topologies)('durable work on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
  });
  afterAll(() => cairn.leave());

  const jobAt = (headers: Headers): string => (headers.get('location') ?? '').split('/').at(-1) ?? '';

  /** Starts an import that nobody waits for; answers its job. */
  const startImport = async (records: number, of = ada): Promise<string> => {
    const { body } = await of.client.call('createDataset', { body: { name: 'mails' } });
    const lines = Array.from({ length: records }, (_, index) => JSON.stringify({ text: `mail ${index}` }));
    const { status, headers } = await of.client.call('importDataset', {
      params: { dataset_id: body.id, id: body.active_version_id ?? '' },
      file: { name: 'mails.jsonl', contentType: 'application/x-ndjson', content: lines.join('\n') },
      headers: { prefer: 'respond-async' },
    });
    expect(status).toBe(202);
    return jobAt(headers);
  };

  /** Deletes an organization with a dataset; answers its job. */
  const deleteFirm = async (of = ada): Promise<string> => {
    const organization_id = await foundFirm(of);
    await of.client.call('createDataset', { body: { name: 'mails', organization_id, visibility: 'org' } });
    const { status, headers } = await of.client.call('deleteOrganization', {
      params: { id: organization_id },
      query: { assets: 'delete' as const },
      headers: { prefer: 'respond-async' },
    });
    expect(status).toBe(202);
    return jobAt(headers);
  };

  const runPostProcessor = async ({ client }: Person, dataset_id: string): Promise<void> => {
    const { body: model } = await client.call('createModel', { body: { name: 'spam or not' } });
    const made = { params: { dataset_id }, body: { name: 'labels', model_id: model.id } };
    const { id } = (await client.call('createDatasetPostProcessor', made)).body;
    const body = { only: 'missing' as const };
    await client.call('runDatasetPostProcessor', { params: { dataset_id, id }, body });
  };

  const watch = async (id: string, of = ada) => {
    for (;;) {
      const { body } = await of.client.call('getJob', { params: { id } });
      if (!['queued', 'running'].includes(body.status)) return body;
    }
  };

  /** The list page by page, one on each. */
  const listed = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    const page = (cursor: object) => ada.client.call('listJobs', { query: { limit: 1, ...cursor } });
    for await (const { id } of elementsOf(page)) found.push(id);
    return found;
  };

  it('of two services is one list, is watched to its end and cancelled', async () => {
    const small = await startImport(1);
    const deletion = await deleteFirm();
    const long = await startImport(20_000);
    expect(await listed()).toEqual([long, deletion, small]);
    expect((await ada.client.call('cancelJob', { params: { id: long } })).body.id).toBe(long);
    expect(await watch(small)).toMatchObject({ job_type: 'import', status: 'completed' });
    expect(await watch(deletion)).toMatchObject({
      job_type: 'delete_group',
      status: 'completed',
      result: { deleted: 1 },
    });
    expect(await watch(long)).toMatchObject({ job_type: 'import', status: 'cancelled' });
    const { body } = await ada.client.call('listJobs', { query: { status: ['completed'] } });
    expect(body.map(({ id }) => id)).toEqual([deletion, small]);
    expect(await listed()).toEqual([long, deletion, small]);
    const over = await ada.client.try('cancelJob', { params: { id: deletion } });
    expect(over).toMatchObject({ status: 409, body: { code: 'job_finished' } });
  });

  it('of every kind is listed for administrators with what it works on, and how that went', async () => {
    const grace = await somebody(cairn, 'grace');
    const root = await administrator(cairn);
    const mine = [await startImport(1, grace), await deleteFirm(grace)];
    for (const id of mine) expect(await watch(id, grace)).toMatchObject({ status: 'completed' });
    const { body: copied } = await grace.client.call('createDataset', { body: { name: 'mails' } });
    const params = { dataset_id: copied.id, id: copied.active_version_id ?? '' };
    await grace.client.call('duplicateDatasetVersion', { params, body: { name: 'copy' } });
    await runPostProcessor(grace, copied.id);
    const graph = await emptyGraph(grace);
    const { job_id } = await importedFile(grace, graph, { name: 'import_graph', content: 'id\nada\n' });
    await grace.client.call('undoGraphContent', { params: graph, body: { job_id: job_id ?? '' } });
    await grace.client.call('computeGraphVersionStats', { params: graph });
    await grace.client.call('validateGraphVersion', { params: graph, body: { schema: { nodes: [] } } });
    const { body: all } = await root.client.call('listAllJobs', { query: { user_id: grace.id } });
    const ofGraphs = ['validate_graph', 'measure_graph', 'undo_import', 'import_graph'] as const;
    const kinds = [...ofGraphs, 'run_post_processor', 'duplicate', 'delete_group', 'import'] as const;
    expect(all).toEqual(
      kinds.map((kind): unknown =>
        expect.objectContaining({
          ...{ job_type: kind, name: kind, user_id: grace.id, status: 'completed' },
          items: [
            expect.objectContaining({
              ...{ entity_type: WORKS_ON[kind], status: 'completed', attempts: 1 },
              entity_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
            }),
          ],
        }),
      ),
    );
    const of = async (query: object) =>
      (await root.client.call('listAllJobs', { query: { user_id: grace.id, ...query } })).body.map(
        ({ job_type }) => job_type,
      );
    expect(await of({ dataset_id: copied.id })).toEqual(['run_post_processor', 'duplicate']);
    expect(await of({ job_type: 'delete_group' })).toEqual(['delete_group']);
    expect(await of({ model_id: copied.id })).toEqual([]);
  });
});
