import { type ErrorLogEvent, errorLogEvents } from '@cairn/contracts';
import { type Change, projection } from '@cairn/kernel';

export const ERRORS = 'identity_errors';

type Sort = 'created_at' | 'updated_at';
const sorted = (...fields: readonly [string, ...string[]]) =>
  (['created_at', 'updated_at'] as const).map((sort: Sort) => ({
    kind: 'compound' as const,
    fields: [...fields, sort] as const,
  }));

/** `identity.errors`: a document for each kind of error and for each report. How often the first came the registers know. */
export const errors = projection<ErrorLogEvent>({
  name: 'identity.errors',
  version: 1,
  collections: [
    {
      name: ERRORS,
      indexes: [
        ...sorted('origin'),
        ...sorted('origin', 'resolved'),
        ...sorted('origin', 'user_id'),
        ...sorted('origin', 'entity', 'entity_id'),
      ],
    },
  ],
  internal: ['origin'],
  events: Object.values(errorLogEvents),
  project: (event, { id, at }): readonly Change[] => {
    switch (event.type) {
      case 'ErrorRecorded': {
        const { at: first, request_id, ...error } = event.data;
        const fields = { created_at: first, updated_at: first, resolved: false, count: 1 };
        const last = request_id === undefined ? {} : { last_request_id: request_id };
        return [{ kind: 'put', collection: ERRORS, document: { ...error, ...fields, ...last } }];
      }
      case 'ErrorRecurred': {
        const { user_id, entity_id, request_id, at: updated_at } = event.data;
        const last = request_id === undefined ? {} : { last_request_id: request_id };
        const fields = { user_id, entity_id, updated_at, resolved: false, ...last };
        return [
          { kind: 'patch', collection: ERRORS, id, fields },
          { kind: 'increment', collection: ERRORS, id, by: { count: 1 } },
        ];
      }
      case 'ErrorResolved':
      case 'ErrorReopened': {
        const fields = { resolved: event.type === 'ErrorResolved', updated_at: at };
        return [{ kind: 'patch', collection: ERRORS, id, fields }];
      }
    }
  },
});
