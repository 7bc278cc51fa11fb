import { versionConformance } from '@cairn/assets/testkit';
import { graphs } from './graphs.js';
import { graphsService } from './service.js';
import { graphVersions } from './versions.js';

versionConformance(graphVersions, {
  service: graphsService,
  assets: graphs,
  own: {
    schema: {
      ...{
        initial: '',
        isText: true,
        values: ['{"nodes":[{"type":"Bird"}]}', '{"edges":[{"type":"EATS"}]}'],
      },
      refused: [
        { value: '{', code: 'invalid_body', pointer: '/schema' },
        { value: '{"nodes":{}}', code: 'invalid_body', pointer: '/schema' },
      ],
    },
    config: {
      ...{ initial: '', isText: true, values: ['{"enforcement":"strict"}', '{"enforcement":"off"}'] },
      refused: [
        { value: '{"enforcement":"maybe"}', code: 'invalid_body', pointer: '/config/enforcement' },
        { value: '{"password":"hunter2"}', code: 'use_secret', pointer: '/config/password' },
      ],
    },
  },
  fresh: ['space_name'],
});
