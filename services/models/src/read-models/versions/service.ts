import { numbersOf } from '@cairn/assets';
import type { ModelVersionService } from '@cairn/contracts';
import { type QueryContext, streamOf, type Versioned } from '@cairn/kernel';
import { modelVersion } from '../../domain/version/state.js';
import { models } from '../../models.js';
import type { ModelVersionDocument } from '../documents.js';
import { MODEL_VERSIONS, VERSIONS } from './project.js';
import { inferenceOf } from './resource.js';

/** Whether a version can be run, for administrators, whoever may see it. `undefined` where it or its model is not there. */
export const versionInService = async (
  context: Pick<QueryContext, 'documents' | 'today'>,
  { id: modelId, version_id }: { readonly id: string; readonly version_id: string },
): Promise<Versioned<ModelVersionService> | undefined> => {
  const { documents } = context;
  const model = await documents.get(models.collections.assets, modelId);
  const version = (await documents.get(VERSIONS, version_id)) as ModelVersionDocument | undefined;
  const numbers = await numbersOf(context, { collection: MODEL_VERSIONS.numbers }, [version_id]);
  const version_number = numbers.get(version_id);
  if (version?.model_id !== modelId || version_number === undefined) return undefined;
  if (version.deleted || model?.['deleted'] !== false) return undefined;
  const { id, model_id, user_id, revision } = version;
  return {
    resource: { id, model_id, user_id, version_number, ...inferenceOf(version) },
    revision,
    streams: [streamOf(modelVersion, id)],
  };
};
