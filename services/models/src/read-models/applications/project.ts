import { type ApplicationEvent, applicationStreamEvents } from '@cairn/contracts';
import { type Change, foldWords, type Json, projection, type ProjectedEvent } from '@cairn/kernel';

export const APPLICATIONS = 'model_applications';

type Facts = Omit<ProjectedEvent, 'event'>;
type Fields = Readonly<Record<string, Json | undefined>>;

const project = (event: ApplicationEvent, facts: Facts): readonly Change[] => {
  const { id, at, revision } = facts;
  const stamp = { updated_at: at, revision: revision.toString() };
  if (event.type === 'ApplicationCreated') {
    const document = {
      ...event.data,
      ...stamp,
      id,
      created_at: at,
      deleted: false,
      words: foldWords([event.data.name]),
    };
    return [{ kind: 'put', collection: APPLICATIONS, document }];
  }
  return [{ kind: 'patch', collection: APPLICATIONS, id, fields: { ...fieldsAfter(event, at), ...stamp } }];
};

const fieldsAfter = (
  event: Exclude<ApplicationEvent, { readonly type: 'ApplicationCreated' }>,
  at: string,
): Fields => {
  switch (event.type) {
    case 'ApplicationUpdated': {
      const { changes } = event.data;
      return { ...changes, ...(changes.name === undefined ? {} : { words: foldWords([changes.name]) }) };
    }
    case 'ApplicationDeleted':
      return { deleted: true, deleted_at: at };
    case 'ApplicationRestored':
      return { deleted: false, deleted_at: undefined };
  }
};

/** `models.applications`: a document for each application, deleted ones too. */
export const applicationsProjection = projection<ApplicationEvent>({
  name: 'models.applications',
  version: 2,
  collections: [
    {
      name: APPLICATIONS,
      indexes: [
        { kind: 'compound', fields: ['deleted', 'disabled', 'name'] },
        { kind: 'compound', fields: ['deleted', 'disabled', 'created_at'] },
        { kind: 'compound', fields: ['deleted', 'disabled', 'updated_at'] },
        { kind: 'compound', fields: ['deleted', 'name'] },
        { kind: 'compound', fields: ['deleted', 'created_at'] },
        { kind: 'compound', fields: ['deleted', 'updated_at'] },
        { kind: 'words', field: 'words' },
      ],
    },
  ],
  internal: ['revision', 'updated_at', 'words'],
  events: Object.values(applicationStreamEvents),
  project,
});
