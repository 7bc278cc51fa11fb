import { FORM_BODY, type Operation, smallBody } from '@cairn/contracts';
import { type JsonMap, plain } from '../json.js';
import type { Components } from './components.js';
import type { TSchema } from '@sinclair/typebox';
import { parametersOf } from './parameters.js';
import { responsesOf } from './responses.js';

const file = { type: 'string', contentMediaType: 'application/octet-stream' };

const form = (fields: readonly string[] = []): JsonMap => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: { file, ...Object.fromEntries(fields.map((name) => [name, { type: 'string' }])) },
    },
  },
});

/** The body as a form, with a file or without one. */
const bodyForm = (body: TSchema, components: Components): JsonMap => {
  const fields = Object.entries(body['properties'] as Readonly<Record<string, TSchema>>);
  const whole = {
    description: 'The whole body as JSON, in place of its fields.',
    allOf: [components.refer(body)],
  };
  return {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: {
          file,
          ...Object.fromEntries(fields.map(([name, schema]) => [name, components.refer(schema)])),
          [FORM_BODY]: whole,
        },
      },
    },
  };
};

const json = ({ body, example }: Operation, components: Components): JsonMap =>
  body === undefined
    ? {}
    : {
        'application/json': {
          schema: components.refer(body),
          ...(example?.body === undefined ? {} : { example: plain(example.body) }),
        },
      };

/** JSON, a file, or either: then a file comes as a form. */
const requestBody = (operation: Operation, components: Components): JsonMap | undefined => {
  const { body, upload, bodyOptional } = operation;
  if (upload?.head !== undefined)
    return {
      required: true,
      description: 'The body itself, whatever its `Content-Type`.',
      content: {
        'application/json': { schema: components.refer(upload.head.schema) },
        'application/octet-stream': { schema: file },
      },
    };
  if (body === undefined)
    return (
      upload && {
        required: true,
        description: 'One file, as a form or as the raw body with its `Content-Type` and `X-Filename`.',
        content: { ...form(upload.fields), 'application/octet-stream': { schema: file } },
      }
    );
  return {
    required: bodyOptional !== true,
    description: `At most ${mostOf(operation)}${formAsText(upload)}.`,
    content: { ...json(operation, components), ...formBeside(body, upload, components) },
  };
};

const formAsText = (upload: Operation['upload']): string => {
  if (upload === undefined) return '';
  if (upload.form !== 'body') return ', or a form with one file';
  return (
    ', or a form: its fields are those of the body, JSON where the schema is not a string, ' +
    `or the one field \`${FORM_BODY}\` has the whole body as JSON; with one file or none`
  );
};

const formBeside = (body: TSchema, upload: Operation['upload'], components: Components): JsonMap => {
  if (upload === undefined) return {};
  return upload.form === 'body' ? bodyForm(body, components) : form(upload.fields);
};

const mostOf = ({ bodyLimit }: Operation): string =>
  bodyLimit === 'configured'
    ? 'as many bytes, and values and keys together, as are configured, 10 MB and 150,000 unless set'
    : `${smallBody.bytes} bytes, and ${smallBody.values} values and keys together`;

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
