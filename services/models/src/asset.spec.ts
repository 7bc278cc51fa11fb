import { assetConformance } from '@cairn/assets/testkit';
import { application, modelCommands } from '@cairn/contracts';
import { derivedId, freshId } from '@cairn/kernel';
import { anAdministrator } from '@cairn/kernel/testkit';
import { models } from './models.js';
import { METRICS } from './read-models/metrics/project.js';
import { modelsService } from './service.js';

const made = [freshId(), freshId()] as const;
const [tagger, counter] = made.map((id) => derivedId(id, 'application', 0)) as [string, string];

assetConformance(models, {
  service: modelsService,
  prepare: async (running) => {
    const root = anAdministrator();
    for (const id of made) await running.done(root, application.commands.create, { body: { name: id } }, id);
  },
  own: {
    kind: { initial: '', values: ['audio', 'image-classification'] },
    config: { initial: '', values: ['{"task":"tag"}', '{"task":"count"}'] },
    application_id: { initial: '', values: [tagger, counter] },
    auto_convert: { initial: false, values: [true, false] },
    privacy_enabled: { initial: false, values: [true, false] },
  },
  versions: {
    make: (running, who, model_id) =>
      running.make(who, modelCommands.createModelVersion, { model_id, body: {} }, 'version'),
    remove: (running, who, model_id, id) =>
      running.done(who, modelCommands.deleteModelVersion, { model_id, id }),
    swept: {
      fill: (running, who, id, version_id) => {
        const body = { metrics: [{ name: 'loss', value: 1 }] };
        return running.done(who, modelCommands.recordModelMetrics, { id, version_id, body });
      },
      filled: (running, model_version_id) =>
        running.engines.documents.count(METRICS, { fields: { model_version_id } }, 100),
    },
  },
});
