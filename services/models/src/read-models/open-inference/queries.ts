import type { ModelVersion, ServedModel } from '@cairn/contracts';
import { isUuid, type QueryContext } from '@cairn/kernel';
import { modelReads, modelVersionReads } from '../../models.js';
import { datatypeOf, isServed } from '../../running/open-inference/datatypes.js';
import type { TensorFacts } from '../../running/port.js';
import { activeVersions } from '../versions/active.js';
import { MODEL_VERSIONS } from '../versions/project.js';

/** A model, and one of its versions by number or id; the active one where none is named. */
export interface ServedPath {
  readonly id: string;
  readonly version?: string | undefined;
}

/** A model that the caller may know of: the version that is asked for, if it has one. */
export interface Served {
  readonly version: ModelVersion | undefined;
}

/** `undefined` when there is no such model for the caller, or no such version of it. */
export const servedModel = async (context: QueryContext, path: ServedPath): Promise<Served | undefined> => {
  const { id: model_id, version } = path;
  const model = await modelReads.readable(context, model_id);
  if (model === undefined) return undefined;
  const id =
    version === undefined
      ? (await activeVersions(context, [model])).found.get(model_id)?.id
      : await idOf(context, model_id, version);
  if (id === undefined) return version === undefined ? { version: undefined } : undefined;
  const found = await modelVersionReads.byId(context, { model_id, id });
  return found && { version: found.resource };
};

/** Numbers never change: they are today's. */
const idOf = async (
  { today }: QueryContext,
  model_id: string,
  named: string,
): Promise<string | undefined> => {
  if (isUuid(named)) return named;
  const filter = { fields: { model_id, version_number: Number(named) } };
  const [found] = await today.find(MODEL_VERSIONS.numbers, { filter, sort: 'version_number', limit: 1 });
  return found?.id;
};

const MOST_VERSIONS = 1_000;

/** What clients of the open inference protocol are told of a model. */
export const servedMetadata = async (
  context: QueryContext,
  path: ServedPath,
): Promise<ServedModel | undefined> => {
  const served = await servedModel(context, path);
  if (served === undefined) return undefined;
  const page = { limit: MOST_VERSIONS, sort: '-created_at' };
  const versions = await modelVersionReads.list(context, { model_id: path.id }, page);
  if (versions === undefined || !('elements' in versions)) return undefined;
  const numbers = versions.elements.map(({ version_number }) => version_number);
  const { inputs = [], outputs = [] } = inspectedOf(served.version) ?? {};
  return {
    name: path.id,
    versions: numbers.sort((one, other) => one - other).map(String),
    platform: 'onnxruntime_onnx',
    inputs: inputs.map(toldOf),
    outputs: outputs.filter(({ type }) => isServed(type)).map(toldOf),
  };
};

/** Of the file that is run. */
const inspectedOf = (version: ModelVersion | undefined) => {
  const files = version?.assets.filter(({ inspected }) => inspected !== undefined) ?? [];
  return (files.find(({ asset_type }) => asset_type === 'onnx_model') ?? files[0])?.inspected;
};

const toldOf = ({ name, type, shape }: TensorFacts): ServedModel['inputs'][number] => ({
  name,
  datatype: datatypeOf(type),
  shape: shape.map((size) => size ?? -1),
});
