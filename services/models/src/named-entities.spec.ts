import { entityConformance } from '@cairn/assets/testkit';
import { modelCommands, modelQueries, modelVersionStreamEvents } from '@cairn/contracts';
import { freshId } from '@cairn/kernel';
import { appendEvent } from '@cairn/kernel/testkit';
import { models } from './models.js';
import { namedModels } from './read-models/named-entities.js';
import { modelsService } from './service.js';

const { ModelVersionCreated, ModelVersionDeleted } = modelVersionStreamEvents;

entityConformance(models, {
  service: modelsService,
  answers: namedModels,
  queries: modelQueries,
  scopes: { uses: 'models:execute', other: 'models:read' },
  own: { kind: { initial: '', values: ['audio', 'image-classification'] } },
  shown: { kind: 'audio', application_id: '' },
  versions: {
    make: (running, who, model_id) =>
      running.make(who, modelCommands.createModelVersion, { model_id, body: {} }, 'version'),
    remove: (running, who, model_id, id) =>
      running.done(who, modelCommands.deleteModelVersion, { model_id, id }),
  },
  half: async ({ tools }, model_id) => {
    const id = freshId();
    const data = { ...ModelVersionCreated.example, id, model_id };
    await appendEvent(tools, `modelVersion-${id}`, ModelVersionCreated, data);
    return id;
  },
  removeActive: ({ tools }, _who, _model, id) =>
    appendEvent(tools, `modelVersion-${id}`, ModelVersionDeleted, ModelVersionDeleted.example),
});
