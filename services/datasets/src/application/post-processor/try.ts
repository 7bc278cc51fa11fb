import { type Asking, askingNow } from '@cairn/assets';
import {
  type FileRecord,
  modelQueries,
  type PostProcessorTryInput,
  type TriedPostProcessor,
  type TriedResult,
} from '@cairn/contracts';
import { type AnswerContext, isRefusal, type Refusal, refuse, requesterOf, sent } from '@cairn/kernel';
import type { KnownDataset } from '../../domain/dataset/state.js';
import {
  type AnsweredItem,
  mayWriteText,
  proposalsFor,
  textIn,
} from '../../domain/post-processor-job/answered.js';
import { visibleItem } from '../../domain/item/changing.js';
import { noProcessing, readBy, readOf, type Reads } from '../../domain/item/processing.js';
import { datasetItem } from '../../domain/item/state.js';
import { notServed } from '../../domain/post-processor/askable.js';
import type { PostProcessorValues } from '../../domain/post-processor/rules.js';
import type { Parents } from '../../domain/version/parents.js';
import { modelUnavailable } from '../../post-processors.js';
import { givenPostProcessor, givenVersion } from '../labelling-job/given.js';
import { givenDataset } from '../parents.js';

interface Path {
  readonly dataset_id: string;
  readonly id: string;
}

/** What a post-processor is tried on. */
interface Trying {
  readonly parents: Parents;
  readonly settings: PostProcessorValues;
  readonly item: AnsweredItem;
}

/** What a post-processor would write on an item, or for a text, asked once as the caller. Nothing is stored. */
export const triedPostProcessor = async (
  context: AnswerContext,
  { body, ...path }: Path & { readonly body: PostProcessorTryInput },
): Promise<TriedPostProcessor | Refusal> => {
  const trying = await given(context, path, body);
  if (isRefusal(trying)) return trying;
  const read = await readNow(context, trying, body.text === undefined ? 'item_id' : 'text');
  if (isRefusal(read)) return read;
  const { model_id, model_version } = trying.settings;
  const asked = { model_id, ...(model_version === '' ? {} : { model_version_id: model_version }) };
  const answer = await context.tools.services.models.query(
    modelQueries.tried,
    { ...asked, ...read },
    { onBehalfOf: requesterOf(context.principal) },
  );
  return isRefusal(answer)
    ? pointedAt(unlessFound(answer), body)
    : shown(trying, path.id, 'file' in read ? 'file' : 'text', answer);
};

const given = async (
  context: AnswerContext,
  path: Path,
  body: PostProcessorTryInput,
): Promise<Trying | Refusal> => {
  const asking = askingNow(context);
  const dataset = await givenWhole(asking, path.dataset_id);
  if (isRefusal(dataset)) return dataset;
  const settings = await givenPostProcessor(asking, path);
  if (isRefusal(settings)) return settings;
  const unasked = notServed(settings) ?? misasked(body);
  if (unasked !== undefined) return unasked;
  const version = await givenVersion(asking, dataset, body.version_id);
  if (isRefusal(version)) return version;
  const parents = { dataset, version };
  const item = await givenItem(asking, parents, body);
  return isRefusal(item) ? item : { parents, settings, item };
};

/** The dataset, for who may read and write it: what is shown tells of items and labels. */
const givenWhole = async (asking: Asking, id: string): Promise<KnownDataset | Refusal> => {
  const read = await givenDataset(asking, id, 'read')();
  return isRefusal(read) ? read : givenDataset(asking, id, 'write')();
};

const givenItem = async (
  { load }: Asking,
  parents: Parents,
  { item_id, text = '' }: PostProcessorTryInput,
): Promise<AnsweredItem | Refusal> =>
  item_id === undefined
    ? { text, file: null, annotations: {}, processing: noProcessing }
    : visibleItem(await load(datasetItem, item_id), parents);

const invalid = (field: keyof PostProcessorTryInput, message: string): Refusal =>
  refuse('invalid_body', `${field} ${message}.`, [{ pointer: `/${field}`, code: 'invalid', message }]);

const misasked = ({ item_id, text, version_id }: PostProcessorTryInput): Refusal | undefined => {
  if ((item_id === undefined) === (text === undefined)) return invalid('item_id', 'or text: one of them');
  return item_id === undefined && version_id !== undefined
    ? invalid('version_id', 'is of an item')
    : undefined;
};

/** What of the item the model reads. */
const readNow = async (
  context: AnswerContext,
  { settings, item }: Trying,
  from: 'item_id' | 'text',
): Promise<{ readonly text: string } | { readonly file: FileRecord } | Refusal> => {
  const model = await modelNow(context, settings);
  if (isRefusal(model)) return model;
  const read = readOf(item, model);
  if (read === 'file' && item.file !== null) return { file: item.file };
  return read === 'text' ? { text: item.text } : invalid(from, 'has nothing that the model reads');
};

/** What the model takes. What asking a model that cannot run comes to, asking it tells. */
const modelNow = async (
  { tools, principal }: AnswerContext,
  { model_id: id, model_version }: PostProcessorValues,
): Promise<{ readonly reads: Reads } | Refusal> => {
  const entity = { id, ...(model_version === '' ? {} : { version_id: model_version }) };
  const found = await tools.services.models.query(
    modelQueries.runnable,
    { entities: [entity] },
    { onBehalfOf: requesterOf(principal) },
  );
  if (isRefusal(found)) return unlessFound(found);
  const [model] = found;
  if (model?.status === 'unusable') return unavailable();
  return { reads: model && readBy(model) };
};

/** What the model says of its input is of what was tried; what else it points at is not in this body. */
const pointedAt = ({ errors = [], ...refusal }: Refusal, { item_id }: PostProcessorTryInput): Refusal => {
  const pointer = item_id === undefined ? '/text' : '/item_id';
  const ofInput = errors.filter((each) => each.pointer?.startsWith('/input_text'));
  const pointed = ofInput.map((each) => ({ ...each, pointer }));
  return pointed.length === 0 ? refusal : { ...refusal, errors: pointed };
};

const unlessFound = (refusal: Refusal): Refusal =>
  refusal.refused === 'not_found' ? unavailable() : refusal;

/** What it names stands in the post-processor, not in this body. */
const unavailable = (): Refusal => {
  const { refused, detail } = modelUnavailable();
  return { refused, detail };
};

const shown = (
  { parents, settings, item }: Trying,
  post_processor_id: string,
  read: 'text' | 'file',
  { items, error, model_version_id, ms }: TriedResult,
): TriedPostProcessor => {
  const predictions = items.map(({ prediction, confidence, type, value }) => ({
    ...{ prediction, confidence, type, value },
  }));
  const proposals = proposalsFor(item, { predictions, post_processor_id }, { parents, settings });
  const { labels } = parents.version;
  const text = textIn(predictions, settings);
  const isKept =
    text !== undefined && text !== item.text && !mayWriteText(item, { post_processor_id, answer: { read } });
  return {
    annotations: proposals.annotations.map(({ type, label_id, value = {}, confidence = 0 }) => ({
      ...{ type, value, confidence },
      ...(label_id ? { label: labels[label_id]?.name ?? '', label_id } : { label: '' }),
    })),
    ...sent({ text: isKept ? undefined : text }),
    left: [...proposals.left, ...(isKept ? [{ code: 'kept_theirs', count: 1 }] : [])],
    unknown_labels: [...proposals.unknown],
    answers: predictions,
    ...{ error, model_version_id, ms },
  };
};
