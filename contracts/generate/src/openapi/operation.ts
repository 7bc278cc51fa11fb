import { type Operation, smallBody } from '@cairn/contracts';
import { type JsonMap, plain } from '../json.js';
import type { Components } from './components.js';
import { parametersOf } from './parameters.js';
import { responsesOf } from './responses.js';

const file = { type: 'string', contentMediaType: 'application/octet-stream' };

const uploadBody = (fields: readonly string[]): JsonMap => ({
  required: true,
  description: 'One file, as a form or as the raw body with its `Content-Type` and `X-Filename`.',
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file, ...Object.fromEntries(fields.map((name) => [name, { type: 'string' }])) },
      },
    },
    'application/octet-stream': { schema: file },
  },
});

const requestBody = (operation: Operation, components: Components): JsonMap | undefined => {
  if (operation.upload) return uploadBody(operation.upload.fields ?? []);
  if (!operation.body) return undefined;
  const example = operation.example?.body;
  return {
    required: operation.bodyOptional !== true,
    description: `At most ${mostOf(operation)}.`,
    content: {
      'application/json': {
        schema: components.refer(operation.body),
        ...(example === undefined ? {} : { example: plain(example) }),
      },
    },
  };
};

const mostOf = ({ bodyLimit }: Operation): string =>
  bodyLimit === 'configured'
    ? 'as many bytes and values as are configured, 10 MB and 1,000,000 unless set'
    : `${smallBody.bytes} bytes and ${smallBody.values} values`;

/** An operation as OpenAPI says it. */
export const operationObject = (operation: Operation, components: Components): JsonMap => {
  const { id, tag, summary, description, access, rateClass } = operation;
  const body = requestBody(operation, components);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    security: access === 'anonymous' ? [] : [{ bearer: [] }],
    'x-access': access,
    'x-rate-class': rateClass ?? 'default',
    ...(operation.body && { 'x-body-limit': operation.bodyLimit ?? smallBody }),
    parameters: parametersOf(operation, components),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(operation, components),
  };
};
