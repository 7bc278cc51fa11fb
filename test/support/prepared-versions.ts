import { assets, operations, type Operation } from '@cairn/contracts';
import { operationCalled } from './plain-assets.js';
import { changed, deleted, type Preparation } from './preparation.js';
import { pathIn, type World } from './world.js';

const another = async ({ person, dataset }: World): Promise<string> => {
  const { body } = await person.client.call('createDatasetVersion', { params: { dataset_id: dataset } });
  return body.id;
};
const anotherOfModel = async ({ person, model }: World): Promise<string> => {
  const { body } = await person.client.call('createModelVersion', { params: { model_id: model } });
  return body.id;
};
/** The version of the world has content, which is not copied yet. */
const anotherOfGraph = async ({ person, graph }: World): Promise<string> => {
  const { body } = await person.client.call('createGraphVersion', { params: { id: graph } });
  return body.id;
};
const ofAnother: Preparation = async (_, world) => ({
  params: { dataset_id: world.dataset, id: await another(world) },
});
const ofAnotherOfModel: Preparation = async (_, world) => ({
  params: { model_id: world.model, id: await anotherOfModel(world) },
});

const deletedAfter =
  (prepare: Preparation, { path }: Operation): Preparation =>
  async (cairn, world) => {
    const prepared = await prepare(cairn, world);
    await deleted(world, path, prepared.params);
    return prepared;
  };
const deletedAt =
  (operation: Operation): Preparation =>
  async (_, world) => {
    await deleted(world, pathIn(world, operation));
    return {};
  };
const changedAt =
  (operation: Operation): Preparation =>
  (_, world) =>
    changed(world, pathIn(world, operation));

/** Versions of the world are the active ones of their dataset and their model, and not those of other kinds. */
export const ofVersions: Readonly<Record<string, Preparation>> = {
  ...Object.fromEntries(
    assets
      .filter(({ called }) => called !== 'dataset' && called !== 'model')
      .map(({ noun }) => [noun, operationCalled(`get${noun}Version`)] as const)
      .flatMap(([noun, get]) => [
        [`restore${noun}Version`, deletedAt(get)],
        [`revert${noun}Version`, changedAt(get)],
      ]),
  ),
  deleteDatasetVersion: ofAnother,
  restoreDatasetVersion: deletedAfter(ofAnother, operations.getDatasetVersion),
  revertDatasetVersion: changedAt(operations.getDatasetVersion),
  deleteModelVersion: ofAnotherOfModel,
  restoreModelVersion: deletedAfter(ofAnotherOfModel, operations.getModelVersion),
  revertModelVersion: changedAt(operations.getModelVersion),
  setModelAlias: async (_, world) => ({ body: { version_id: await anotherOfModel(world) } }),
  activateModelVersion: async (_, world) => ({
    params: { id: world.model, version_id: await anotherOfModel(world) },
  }),
  duplicateGraphVersion: async (_, world) => ({
    params: { id: world.graph, version_id: await anotherOfGraph(world) },
  }),
  importGraph: async () => ({
    file: { name: 'edges.csv', contentType: 'text/csv', content: 'source,target\nada,grace\n' },
  }),
  validateGraphVersion: async () => ({ body: { schema: { nodes: [{ type: 'Bird' }] } } }),
  undoGraphContent: async (_, { person, graph: id, graphVersion: version_id }) => {
    const made = await person.client.call('createGraphNode', { params: { id, version_id }, body: {} });
    return { body: { revision: Number(made.headers.get('x-revision')) } };
  },
};
