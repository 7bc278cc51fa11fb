import { assetConformance } from '@cairn/assets/testkit';
import { graphCommands } from '@cairn/contracts';
import { graphs } from './graphs.js';
import { graphsService } from './service.js';

assetConformance(graphs, {
  service: graphsService,
  own: {
    kind: { initial: '', values: ['knowledge', 'social'] },
    config: { initial: '', values: ['{"enforcement":"strict"}', '{"enforcement":"off"}'] },
    schema_config: { initial: '', values: ['{"nodes":[{"type":"Bird"}]}', '{"edges":[{"type":"EATS"}]}'] },
  },
  versions: {
    make: (running, who, id) =>
      running.make(who, graphCommands.createGraphVersion, { id, body: {} }, 'version'),
    remove: (running, who, id, version_id) =>
      running.done(who, graphCommands.deleteGraphVersion, { id, version_id }),
  },
});
