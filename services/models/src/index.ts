export { applications } from './applications.js';
export {
  askRefusal,
  inferenceById,
  inferenceFileRefusal,
  inferenceFile,
  inferencesFor,
  isPrivateModel,
} from './read-models/inferences/queries.js';
export { modelJobReads } from './read-models/jobs/queries.js';
export { metricsOfVersion } from './read-models/metrics/queries.js';
export { openAnswerOf, type OpenAnswer } from './read-models/open-inference/reply.js';
export { servedMetadata, servedModel, type ServedPath } from './read-models/open-inference/queries.js';
export { modelById, models, modelVersionReads } from './models.js';
export { modelFile, modelVersionById, versionFile } from './read-models/versions/queries.js';
export { versionInService } from './read-models/versions/service.js';
export { modelBytesOf } from './read-models/usage.js';
export { modelWriteRefusal, type WrittenModel } from './read-models/writing.js';
export { modelsService } from './service.js';
export { modelVersions } from './versions.js';
