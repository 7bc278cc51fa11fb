import { assetConformance } from '@cairn/assets/testkit';
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
    make: () => Promise.reject(new Error('a graph has no versions yet')),
    remove: () => Promise.reject(new Error('a graph has no versions yet')),
  },
});
