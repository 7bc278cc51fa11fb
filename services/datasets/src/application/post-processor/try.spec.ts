/** What a post-processor would write; its model is told what to answer. */
import {
  datasetCommands as commands,
  datasetQueries,
  postProcessor,
  type PostProcessorTryInput,
} from '@cairn/contracts';
import { derivedId, isRefusal } from '@cairn/kernel';
import { someone } from '@cairn/kernel/testkit';
import { LabellingDatasets } from '../../testing/labelling-datasets.js';
import { classification, transcription } from '../../testing/told-labeller.js';

const TEXT = 'You have won!';
const span = { prediction: 'You', confidence: 0.8, type: 'span', value: { start: 0, end: 3 } };
const answers = [classification('spam'), classification('ham', 0.1), span];

let world: LabellingDatasets;
let spam: string;
let item: string;
beforeAll(async () => {
  world = await LabellingDatasets.start({ multi_label: false });
  const { dataset_id, version_id, under, owner } = world;
  const input = { dataset_id, version_id, body: { name: 'Spam' } };
  spam = await under.make(owner, commands.createLabel, input, 'label');
  item = await world.item({ text: TEXT });
});
beforeEach(() => {
  world.models.deed = () => ({ answers });
});
afterAll(() => world.stop());

/** A disabled one can be tried. */
const made = (settings: Parameters<LabellingDatasets['postProcessor']>[0] = {}) =>
  world.postProcessor({ enabled: false, ...settings });
const tried = async (id: string, body: PostProcessorTryInput, who = world.owner) => {
  const input = { dataset_id: world.dataset_id, id, body };
  const told = await world.under.ask(who, datasetQueries.triedPostProcessor, input);
  return isRefusal(told) ? told.refused : told;
};

it('shows what it would write on an item, and stores nothing', async () => {
  const { id, model_id } = await made();
  const before = await world.tools.log.head();
  expect(await tried(id, { item_id: item })).toEqual({
    annotations: [{ type: 'classification', label: 'Spam', label_id: spam, value: {}, confidence: 0.9 }],
    left: [
      { code: 'not_best', count: 1 },
      { code: 'label_unknown', count: 1 },
    ],
    unknown_labels: ['You'],
    answers,
    ...{ error: '', ms: 1, model_version_id: derivedId(model_id, 'version') },
  });
  expect(await world.tools.log.head()).toBe(before);
});

it('is asked as who tries it, about a text too; what the model failed with is told', async () => {
  const { id } = await made({ confidence_threshold: 0.95 });
  const asked: unknown[] = [];
  world.models.deed = ({ text, user_id }) => {
    asked.push({ text, user_id });
    return text === TEXT ? { answers } : { fails: 'a node failed' };
  };
  expect(await tried(id, { text: TEXT })).toMatchObject({
    ...{ annotations: [], left: [{ code: 'below_threshold', count: 3 }], error: '' },
  });
  expect(await tried(id, { text: 'Hello' })).toMatchObject({ annotations: [], error: 'a node failed' });
  const user_id = world.owner.userId;
  expect(asked).toEqual([
    { text: TEXT, user_id },
    { text: 'Hello', user_id },
  ]);
});

it('shows the text that it would write', async () => {
  world.models.deed = () => ({ answers: [transcription('what was said')] });
  const sound = await world.item({ name: 'a call' });
  await world.upload(sound, 'sound');
  const { id } = await made({ reads: 'file', output_target: 'text' });
  expect(await tried(id, { item_id: sound })).toMatchObject({ annotations: [], text: 'what was said' });
  await world.change(sound, { text: 'what somebody heard' });
  const kept = await tried(id, { item_id: sound });
  expect(kept).not.toHaveProperty('text');
  expect(kept).toMatchObject({ left: [{ code: 'kept_theirs', count: 1 }] });
});

it('is asked about one item or one text, of what its model reads', async () => {
  const { id } = await made();
  const { version_id } = world;
  const empty = await world.item({ name: 'empty' });
  for (const body of [{}, { item_id: item, text: TEXT }, { text: TEXT, version_id }, { item_id: empty }])
    expect(await tried(id, body)).toBe('invalid_body');
  expect(await tried(id, { item_id: item, version_id: id })).toBe('foreign_version');
  expect(await tried(id, { item_id: id })).toBe('not_found');
  const { id: ofFiles } = await made({ reads: 'file' });
  expect(await tried(ofFiles, { item_id: item })).toBe('invalid_body');
  expect(await tried(ofFiles, { text: TEXT })).toBe('invalid_body');
});

it('points into its own body where the model does not take what it is asked', async () => {
  world.models.deed = () => ({ refuses: 'model_input_invalid' });
  const { id } = await made();
  for (const body of [{ text: TEXT }, { item_id: item }]) {
    const input = { dataset_id: world.dataset_id, id, body };
    expect(await world.under.ask(world.owner, datasetQueries.triedPostProcessor, input)).toMatchObject({
      refused: 'model_input_invalid',
      errors: [{ pointer: `/${Object.keys(body)[0]}` }],
    });
  }
});

it('is for who may write the dataset and execute the model; a provider is not asked', async () => {
  const body = { text: TEXT };
  const { id, model_id } = await made();
  expect(await tried(id, body, someone())).toBe('not_found');
  world.models.revoked.add(model_id);
  expect(await tried(id, body)).toBe('model_unavailable');
  const input = { dataset_id: world.dataset_id, id, body };
  expect(await world.under.ask(world.owner, datasetQueries.triedPostProcessor, input)).not.toHaveProperty(
    'errors',
  );
  expect(await tried((await made({ external_provider: 'openai' })).id, body)).toBe('provider_not_served');
  const { dataset_id } = world;
  await world.under.done(world.owner, postProcessor.commands.remove, { dataset_id, id });
  expect(await tried(id, body)).toBe('not_found');
});
