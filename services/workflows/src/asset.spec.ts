import { assetConformance } from '@cairn/assets/testkit';
import { workflowsService } from './service.js';
import { workflows } from './workflows.js';

assetConformance(workflows, {
  service: workflowsService,
  own: {},
  versions: {
    make: () => Promise.reject(new Error('a workflow has no versions yet')),
    remove: () => Promise.reject(new Error('a workflow has no versions yet')),
  },
});
