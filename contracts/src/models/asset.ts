import { Type } from '@sinclair/typebox';
import { assetContract } from '../assets/contract.js';
import { exampleModel } from './examples.js';
import { Model, ModelChanges, ModelInput } from './model.js';
import { PublishedModel } from './states.js';

const USER = '018f4d1a-0000-7000-8000-000000000009';

/** Models as assets: what they are beside what all assets are. */
export const model = assetContract({
  area: 'models',
  noun: 'Model',
  called: 'model',
  resource: 'models',
  tag: 'Models and model versions',
  record: Model,
  input: ModelInput,
  changes: ModelChanges,
  own: {
    kind: Type.String(),
    config: Type.String(),
    application_id: Type.String(),
    auto_convert: Type.Boolean(),
    privacy_enabled: Type.Boolean(),
  },
  state: PublishedModel,
  madeEmpty: true,
  logoUpload: '/logo',
  filters: { kind: Type.String({ maxLength: 100 }) },
  texts: {
    list: 'Models; what they have is said of their active versions.',
    get: 'The model; what it has is said of its active version.',
    create: {
      summary: 'Register a model',
      description:
        'It has no version: the first upload makes version 1 and activates it, and so does the first version that is ' +
        'created. `config` is JSON; `application_id` names an application that is not disabled.',
      reply: 'The model.',
      errors: ['application_unavailable', 'use_secret'],
    },
    update: {
      description:
        'Fields that are sent are set, others stay, `null` clears. `active_version_id` makes a version of the model the ' +
        'active one, as `activate` does. Only who may share the model says who sees it, and from when on its history ' +
        '(`history_from`); such a write answers with `X-History-Visible-From`.',
      errors: ['application_unavailable', 'use_secret'],
    },
    revert: { errors: ['application_unavailable'] },
    activate: 'What the model is said to have, and what runs it, is that version from then on.',
  },
  example: exampleModel,
  sent: {
    create: {
      name: 'Sea birds',
      description: 'Tells puffins from razorbills',
      kind: 'image-classification',
      config: { task: 'image-classification' },
    },
    update: { name: 'Sea birds of the north' },
  },
  told: {
    created: {
      id: '018f4d1a-0000-7000-8000-0000000000b1',
      user_id: USER,
      name: 'spam filter',
      description: '',
      notes: '',
      public: false,
      visibility: 'private',
      kind: 'text-classification',
      config: '{"task":"text-classification"}',
      application_id: '',
      auto_convert: false,
      privacy_enabled: false,
      active_version_id: '',
      readers: [{ token: `user:${USER}` }],
    },
    updated: { changes: { kind: 'image-classification' } },
  },
});
