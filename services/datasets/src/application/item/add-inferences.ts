import { type AddInference, type AskedInput, datasetCommands, modelQueries } from '@cairn/contracts';
import {
  accountOfPrincipal,
  type CommandContext,
  type Decision,
  derivedId,
  type Done,
  eachOf,
  type Executed,
  hasChanged,
  type ImageSize,
  imageSizeOf,
  isRefusal,
  nameKey,
  notFound,
  type Refusal,
  refuse,
  requesterOf,
  rowError,
  sent,
  serviceCommand,
  withLastPosition,
} from '@cairn/kernel';
import { checked } from '../../domain/item/changing.js';
import { eventsToReachItem } from '../../domain/item/difference.js';
import { type AnnotationDraft, itemCreated, surroundings } from '../../domain/item/item-created.js';
import { type Proposals, proposalsOf } from '../../domain/item/proposals.js';
import { datasetItem, type ItemState } from '../../domain/item/state.js';
import { decidePrepareImport } from '../../domain/job/preparing.js';
import { roomForAutoCreated } from '../../domain/version/labels.js';
import { datasetVersion, liveSplit } from '../../domain/version/state.js';
import type { Parents } from '../../domain/version/parents.js';
import { givenParents } from '../parents.js';
import { decideAddItemToSplit } from './add-items-to-split.js';

/** So many inferences are asked for at once. */
const MOST_ASKED = 100;

/** What an inference was asked and answered. */
type Asked = Extract<AskedInput, { readonly status: 'found' }>;

/** How inferences become items. */
interface Adding {
  readonly version_id: string;
  readonly splitId: string;
  readonly keepsAnnotations: boolean;
  readonly userId: string;
}

/** Doing it again finds the item that is there. */
const itemIdOf = (versionId: string, inferenceId: string): string =>
  derivedId(versionId, 'inference', inferenceId);

/** What was asked and answered, in order, some at a time: texts are large. */
async function* askedOf(
  { tools, principal }: CommandContext,
  ids: readonly string[],
): AsyncGenerator<readonly AskedInput[] | Refusal, void, void> {
  for (let at = 0; at < ids.length;) {
    const told = await tools.services.models.query(
      modelQueries.inputsOf,
      { ids: ids.slice(at, at + MOST_ASKED) },
      { onBehalfOf: requesterOf(principal) },
    );
    yield told;
    if (isRefusal(told)) return;
    at += told.length;
  }
}

/** Without a threshold: of classifications the best alone, and all others. */
const proposalsFor = ({ items, input_text = '', file }: Asked, { dataset, version }: Parents): Proposals =>
  proposalsOf(items, {
    version,
    multi_label: dataset.multi_label,
    threshold: 0,
    labelMap: {},
    item: { text: input_text, file: file ?? null, annotations: {} },
    untouched: {},
  });

/** The labels that new items need and the version lacks, by name. */
const labelsWanted = async (
  context: CommandContext,
  ids: readonly string[],
  parents: Parents,
): Promise<readonly string[] | Refusal> => {
  const wanted = new Map<string, string>();
  const note = async (asked: AskedInput): Promise<void> => {
    if (asked.status !== 'found') return;
    const item = await context.load(datasetItem, itemIdOf(parents.version.id, asked.id));
    if (item.status !== 'none') return;
    for (const name of proposalsFor(asked, parents).unknown) wanted.set(nameKey(name), name);
  };
  for await (const told of askedOf(context, ids)) {
    if (isRefusal(told)) return told;
    await eachOf(told, note);
  }
  return [...wanted.values()].slice(0, roomForAutoCreated(parents.version));
};

const annotationsOf = (asked: Asked, parents: Parents): readonly AnnotationDraft[] =>
  proposalsFor(asked, parents).annotations.map((annotation) => ({
    ...annotation,
    source: 'inference',
    inference_id: asked.id,
    model_id: asked.model_id,
    ...(asked.model_version_id === '' ? {} : { model_version_id: asked.model_version_id }),
  }));

const decideMake = (
  asked: Asked,
  parents: Parents,
  { splitId, keepsAnnotations, userId }: Adding,
  size: ImageSize | undefined,
): Decision => {
  const id = itemIdOf(parents.version.id, asked.id);
  const event = itemCreated(
    {
      ...{ id, user_id: userId, splits: [splitId] },
      ...sent({ name: asked.name, text: asked.input_text, file: asked.file }),
      ...(size === undefined ? {} : { attributes: { ...size } }),
      annotations: keepsAnnotations ? annotationsOf(asked, parents) : [],
      annotationId: (ordinal) => derivedId(id, 'annotation', ordinal),
    },
    surroundings(parents),
  );
  return isRefusal(event) ? event : [event];
};

/** An item that was deleted comes back, as in an import; one that is there is put into the split too. */
const decidePlace = (state: ItemState, splitId: string, parents: Parents): Decision => {
  if (state.status !== 'deleted') return decideAddItemToSplit(state, splitId, parents);
  const splits = [...new Set([...state.splits, splitId])];
  const wanted = checked(state, { status: 'live', splits }, parents);
  return isRefusal(wanted) ? wanted : eventsToReachItem(state, wanted);
};

const NOT_KEPT = refuse('input_not_kept', 'What the model was asked was not kept.');

const addOne = (
  context: CommandContext,
  asked: AskedInput,
  adding: Adding,
  parentsNow: () => Promise<Parents | Refusal>,
): Promise<Executed> | Refusal => {
  if (asked.status !== 'found') return asked.status === 'not_found' ? notFound() : NOT_KEPT;
  const id = itemIdOf(adding.version_id, asked.id);
  const sizeFor = async ({ status }: ItemState): Promise<ImageSize | undefined> =>
    status === 'none' && asked.file !== undefined
      ? imageSizeOf(context.tools.blobs, asked.file, { account: accountOfPrincipal(context.principal) })
      : undefined;
  return context.execute(datasetItem, id, {
    given: async () => {
      const parents = await parentsNow();
      if (isRefusal(parents)) return parents;
      return { parents, size: await sizeFor(await context.load(datasetItem, id)) };
    },
    decide: (state, { parents, size }) =>
      state.status === 'none'
        ? decideMake(asked, parents, adding, size)
        : decidePlace(state, adding.splitId, parents),
  });
};

/**
 * Each inference for itself: those that cannot become an item are listed, the rest do. The labels that they need come first, all
 * at once.
 */
export const addInferences = serviceCommand(
  datasetCommands.addInferences,
  async ({ dataset_id, version_id, id: splitId, body }, context) => {
    const { keep_annotations: keepsAnnotations = false, inferences } = body;
    const given = givenParents(context, { dataset_id, version_id }, 'write');
    const ids = [...new Set(inferences.map(({ id }) => id))];
    const { userId } = context.principal;
    const parent = await context.executeAddressed(datasetVersion, version_id, {
      given: async () => {
        const parents = await given();
        if (isRefusal(parents)) return parents;
        if (liveSplit(parents.version, splitId) === undefined) return notFound();
        const names = keepsAnnotations ? await labelsWanted(context, ids, parents) : [];
        return isRefusal(names) ? names : { names };
      },
      decide: (state, { names }) => {
        const labels = names.map((name, ordinal) => ({ id: context.id('label', ordinal), name }));
        return decidePrepareImport(state, dataset_id, userId, { labels, splits: [] });
      },
    });
    if (isRefusal(parent)) return parent;
    const done: Executed[] = [];
    const adding = { version_id, splitId, keepsAnnotations, userId };
    for await (const told of askedOf(context, ids)) {
      if (isRefusal(told)) return told;
      done.push(...(await eachOf(told, async (asked) => addOne(context, asked, adding, given))));
    }
    return reported(parent, done, { keep_annotations: keepsAnnotations, inferences, ids });
  },
);

/** What became of each. */
const reported = (
  parent: Done,
  done: readonly Executed[],
  {
    ids,
    ...asked
  }: Pick<AddInference, 'keep_annotations' | 'inferences'> & { readonly ids: readonly string[] },
) => {
  const outcomes = new Map(ids.map((id, index) => [id, done[index]!]));
  const errors = asked.inferences.flatMap(({ id }, index) => {
    const outcome = outcomes.get(id)!;
    return isRefusal(outcome) ? [rowError(index, outcome)] : [];
  });
  const added = done.filter((outcome) => !isRefusal(outcome) && hasChanged(outcome)).length;
  const unchanged = asked.inferences.length - added - errors.length;
  return { ...withLastPosition(parent, done), result: { ...asked, added, unchanged, errors } };
};
