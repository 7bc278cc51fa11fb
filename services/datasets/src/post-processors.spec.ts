import { randomUUID } from 'node:crypto';
import {
  datasetCommands,
  identityQueries,
  modelQueries,
  postProcessor,
  postProcessorJobCommands,
} from '@cairn/contracts';
import { type CallMessage, type CallReply, type Json, type Principal, system } from '@cairn/kernel';
import { recordConformance, ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { datasets } from './datasets.js';
import { postProcessors } from './post-processors.js';
import { datasetsService } from './service.js';

const ada = someone();
const { commands } = postProcessor;

const dataset = (running: ServiceUnderTest, who: Principal = ada, body = {}): Promise<string> =>
  running.make(who, datasetCommands.createDataset, { body: { name: 'mails', ...body } }, 'dataset');

recordConformance(postProcessors, {
  service: datasetsService,
  principal: ada,
  stranger: { principal: someone(), code: 'not_found' },
  parent: {
    parent: datasets.asParent,
    make: (running) => dataset(running),
    remove: (running, id) => running.done(ada, datasetCommands.deleteDataset, { id }),
    restore: (running, id) => running.done(ada, datasetCommands.restoreDataset, { id }),
    purge: (running, id) => running.done(system, datasets.kind.contract.commands.purge, { id }),
  },
  values: { external_config: (n) => JSON.stringify({ base_url: `https://host${n}.example` }) },
  apart: { external_provider: 'openai', model_id: undefined, model_version: undefined },
  own: { user_id: ada.userId, stopped_reason: undefined },
  transitions: {
    stopped: (running, { id = '' }) =>
      running.done(system, postProcessorJobCommands.stop, { id, reason: 'entity_unavailable' }),
  },
});

const MODEL = randomUUID();
const VERSION = randomUUID();
const gone: CallReply = { status: 'refused', code: 'not_found', detail: 'No.' };

/** The models service and identity, as they answer: Ada may execute a model, and has a secret for one host. */
const others = {
  isModelThere: true,
  call: async ({ name, input, onBehalfOf }: CallMessage): Promise<CallReply> =>
    (onBehalfOf.user_id === ada.userId && ANSWERS[name]?.(input as Record<string, string>)) || gone,
};
const ANSWERS: Readonly<Record<string, (input: Record<string, string>) => CallReply>> = {
  [modelQueries.executable.name]: ({ model_id, version_id = VERSION }) =>
    others.isModelThere && model_id === MODEL && version_id === VERSION
      ? { status: 'answered', answer: { model_id } }
      : gone,
  [identityQueries.secretNamed.name]: ({ key_ref }) =>
    key_ref === 'me/speech'
      ? { status: 'answered', answer: { id: VERSION, name: 'speech', hosts: ['api.example.org'] } }
      : gone,
};

/** What a post-processor asks, and whose rights it has. */
describe('a post-processor', () => {
  let running: ServiceUnderTest;
  let dataset_id: string;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(datasetsService, { find: () => others });
    dataset_id = await dataset(running);
  });
  afterAll(() => running.stop());

  const create = (body: Record<string, Json>, who: Principal = ada) =>
    running.send(who, commands.create, { dataset_id, body: { name: 'spam', ...body } });
  const made = (body: Record<string, Json>): Promise<string> =>
    running.make(ada, commands.create, { dataset_id, body: { name: 'spam', ...body } }, 'post_processor');
  const update = (id: string, body: Record<string, Json>, who: Principal = ada) =>
    running.send(who, commands.update, { dataset_id, id, body });
  const read = async (id: string) =>
    (await postProcessors.queries.byId(running.reading(ada), { dataset_id, id }))?.resource;
  const config = (settings: object) => JSON.stringify(settings);
  const provider = (settings: object) => ({ external_provider: 'openai', external_config: config(settings) });

  it.each<[string, Record<string, Json>, string, string]>([
    ['nothing that it asks', {}, 'invalid_body', '/model_id'],
    ['both', { model_id: MODEL, external_provider: 'openai' }, 'invalid_body', '/model_id'],
    [
      'a version of no model',
      { external_provider: 'x', model_version: VERSION },
      'invalid_body',
      '/model_version',
    ],
    [
      'a model and how a provider calls its own',
      { model_id: MODEL, external_model: 'm' },
      'invalid_body',
      '/external_model',
    ],
    ['a model that is not there', { model_id: VERSION }, 'model_unavailable', '/model_id'],
    [
      'a version of another model',
      { model_id: MODEL, model_version: MODEL },
      'model_unavailable',
      '/model_id',
    ],
    [
      'settings that are no JSON',
      { external_provider: 'x', external_config: '{' },
      'invalid_body',
      '/external_config',
    ],
    [
      'settings that are a list',
      { external_provider: 'x', external_config: [] },
      'invalid_body',
      '/external_config',
    ],
    [
      'an address of another kind',
      provider({ base_url: 'file:///x' }),
      'invalid_body',
      '/external_config/base_url',
    ],
    ['a reference that is none', provider({ key_ref: 'speech' }), 'invalid_body', '/external_config/key_ref'],
    [
      'a secret that is not there',
      provider({ key_ref: 'me/other' }),
      'secret_unavailable',
      '/external_config/key_ref',
    ],
    [
      'another host than its secret',
      provider({ key_ref: 'me/speech', base_url: 'https://elsewhere.example' }),
      'secret_unavailable',
      '/external_config/base_url',
    ],
    ['a key itself', provider({ api_key: 'sk-1' }), 'use_secret', '/external_config/api_key'],
    [
      'a header with one',
      provider({ headers: { Authorization: 'Bearer x' } }),
      'use_secret',
      '/external_config/headers/Authorization',
    ],
  ])('is not made with %s', async (_, body, code, pointer) => {
    expect(await create(body)).toMatchObject({ status: 'refused', code, errors: [{ pointer }] });
  });

  it('names a model with a version, or a provider with a secret for its host', async () => {
    const id = await made({ model_id: MODEL, model_version: VERSION });
    expect(await read(id)).toMatchObject({ model_id: MODEL, model_version: VERSION, user_id: ada.userId });
    expect(await read(id)).not.toHaveProperty('external_config');
    const settings = { key_ref: 'me/speech', base_url: 'https://api.example.org/v1' };
    const other = await made({ external_provider: 'openai', external_config: settings });
    expect(await read(other)).toMatchObject({ external_config: config(settings) });
  });

  it('tells other teams nothing of its settings', async () => {
    const id = await made(provider({ base_url: 'https://inside.example' }));
    await update(id, { external_config: { base_url: 'https://further.example' }, prompt: 'Is it?' });
    const events = await running.engines.log.read(`postProcessor-${id}`);
    const { internal } = postProcessor.events.updated;
    expect(internal).toEqual(['external_config']);
    expect(events.map(({ data }) => Object.keys(data as object).includes('external_config'))).toEqual([
      true,
      true,
    ]);
    expect(events[1]?.data).toMatchObject({ changes: { prompt: 'Is it?' } });
    expect(JSON.stringify((events[1]!.data as { changes: object }).changes)).not.toContain('further');
  });

  it('that names what is gone is saved while it is disabled, and only then', async () => {
    const id = await made({ model_id: MODEL });
    others.isModelThere = false;
    try {
      const codes = [
        await update(id, { prompt: 'again' }),
        await update(id, { enabled: false }),
        await update(id, { description: 'not now' }),
        await update(id, { enabled: true }),
        await update(id, { model_id: VERSION }),
      ].map((reply) => (reply.status === 'refused' ? reply.code : reply.status));
      expect(codes).toEqual(['model_unavailable', 'done', 'done', 'model_unavailable', 'model_unavailable']);
    } finally {
      others.isModelThere = true;
    }
    expect(await read(id)).toMatchObject({ enabled: false, description: 'not now' });
  });

  it('is not undone into what its saver may not have asked', async () => {
    const id = await made({ model_id: MODEL });
    await update(id, { model_id: '', external_provider: 'openai' });
    others.isModelThere = false;
    try {
      const reply = await running.send(ada, commands.revert, { dataset_id, id, body: { revision: 1 } });
      expect(reply).toMatchObject({ status: 'refused', code: 'not_revertible' });
    } finally {
      others.isModelThere = true;
    }
  });
});
