import {
  type AnswerOf,
  datasetQueries,
  exampleModelVersion,
  exampleVersion,
  type InputOf,
  modelQueries,
  type QueryDefinition,
} from '@cairn/contracts';
import { freshId } from '@cairn/kernel';
import { type NamesEntity, withEntities } from './entities.js';

type ShownModel = AnswerOf<typeof modelQueries.shown>[number];
type ShownDataset = AnswerOf<typeof datasetQueries.shown>[number];

const ofAll = (id: string) => ({
  ...{ id, name: 'birds', description: 'of the sea', logo: '', has_direct_access: true },
  active_version_id: 'the active one',
});
const model = (more: Partial<ShownModel> = {}): ShownModel => ({
  ...ofAll(freshId()),
  ...{ kind: 'audio', application_id: 'an application' },
  ...more,
});
const dataset = (more: Partial<ShownDataset> = {}): ShownDataset => ({ ...ofAll(freshId()), ...more });

interface Asked {
  readonly name: string;
  readonly ids: readonly string[];
}

/** Services that show these to the caller, and nothing else. */
const told = (shown: {
  readonly models?: readonly ShownModel[];
  readonly datasets?: readonly ShownDataset[];
}) => {
  const asked: Asked[] = [];
  const answers = new Map<string, readonly { readonly id: string }[]>([
    [modelQueries.shown.name, shown.models ?? []],
    [datasetQueries.shown.name, shown.datasets ?? []],
  ]);
  const ask = async <Query extends QueryDefinition>(
    { name }: Query,
    input: InputOf<Query>,
  ): Promise<AnswerOf<Query>> => {
    const { ids } = input as { readonly ids: readonly string[] };
    asked.push({ name, ids });
    return (answers.get(name) ?? []).filter(({ id }) => ids.includes(id)) as AnswerOf<Query>;
  };
  return { call: { ask }, asked };
};

const node = (entity_type: string, entity_id: string): NamesEntity & { readonly name: string } => ({
  ...{ id: freshId(), name: 'a node' },
  ...{ entity_type, entity_id },
});

const fields = {
  ...{ entity_name: 'birds', entity_description: 'of the sea', entity_logo: '' },
  ...{ has_direct_access: true, active_version_id: 'the active one' },
};

describe('what nodes of workflows are shown with of what they name', () => {
  it('is what the caller may read of a model, and of a dataset', async () => {
    const [one, other] = [model({ logo: '/a/logo' }), dataset()];
    const nodes = [node('model', one.id), node('dataset', other.id)];
    expect(await withEntities(told({ models: [one], datasets: [other] }).call, nodes)).toEqual([
      {
        ...{ ...nodes[0], ...fields, entity_logo: '/a/logo' },
        ...{ model_kind: 'audio', model_application_id: 'an application' },
      },
      { ...nodes[1], ...fields },
    ]);
  });

  it('is the versions too, where there is no direct access', async () => {
    const has_direct_access = false;
    const one = model({ has_direct_access, versions: [exampleModelVersion] });
    const other = dataset({ has_direct_access, versions: [exampleVersion] });
    const bare = dataset({ has_direct_access, versions: [] });
    const nodes = [node('model', one.id), node('dataset', other.id), node('dataset', bare.id)];
    expect(await withEntities(told({ models: [one], datasets: [other, bare] }).call, nodes)).toMatchObject([
      { has_direct_access, model_versions: [exampleModelVersion] },
      { has_direct_access, dataset_versions: [exampleVersion] },
      { has_direct_access, dataset_versions: [] },
    ]);
  });

  it('is nothing where the caller may not read it, whether it is there or not (S5)', async () => {
    const other = dataset();
    // A dataset is none of the models.
    const nodes = [node('model', freshId()), node('dataset', freshId()), node('model', other.id)];
    expect(await withEntities(told({ datasets: [other] }).call, nodes)).toEqual(
      nodes.map((each) => ({ ...each, has_direct_access: false })),
    );
  });

  it('is not there where a node names nothing, and nobody is asked', async () => {
    const { call, asked } = told({});
    const nodes = [node('model', ''), node('', ''), node('', freshId()), node('constructor', freshId())];
    expect(await withEntities(call, nodes)).toEqual(nodes);
    expect([await withEntities(call, []), asked]).toEqual([[], []]);
  });

  it('is asked for once, a thousand at a time', async () => {
    const models = Array.from({ length: 1_001 }, () => model());
    const other = dataset();
    const named = [...models, ...models].map(({ id }) => node('model', id));
    const { call, asked } = told({ models, datasets: [other] });
    const shown = await withEntities(call, [node('dataset', other.id), ...named, node('dataset', other.id)]);
    expect(shown.every(({ entity_name }) => entity_name === 'birds')).toBe(true);
    const counts = asked.map(({ name, ids }) => `${name} ${ids.length}`);
    expect(counts.sort()).toEqual(['datasets.shown 1', 'models.shown 1', 'models.shown 1000']);
    expect(new Set(asked.flatMap(({ ids }) => ids)).size).toBe(1_002);
  });

  it('is not known while a service is away: that is told', async () => {
    const ask = () => Promise.reject(new Error('models are away'));
    await expect(withEntities({ ask }, [node('model', freshId())])).rejects.toThrow('models are away');
  });
});
