import { allOperations, errorCodes, type Operation } from '@cairn/contracts';
import type { JsonMap } from '../json.js';
import { Components } from './components.js';
import { headers } from './headers.js';
import { inOrderOfAreas, introduction } from './introduction.js';
import { operationObject } from './operation.js';
import { sharedParameters } from './parameters.js';
import { problemExample } from './responses.js';
import { withSharedReplies } from './shared-replies.js';

const info: JsonMap = {
  title: 'Cairn',
  version: '0.1.0',
  description: introduction,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

const pathsOf = (operations: readonly Operation[], components: Components): JsonMap => {
  const paths = new Map<string, JsonMap>();
  for (const operation of operations) {
    const method = operation.method.toLowerCase();
    paths.set(operation.path, {
      ...paths.get(operation.path),
      [method]: operationObject(operation, components),
    });
  }
  return Object.fromEntries(paths);
};

const tagsOf = (operations: readonly Operation[]): JsonMap[] =>
  inOrderOfAreas([...new Set(operations.map(({ tag }) => tag))]).map((name) => ({ name }));

/** The OpenAPI 3.1 document of the operations. */
export const openApiDocument = (operations: readonly Operation[] = allOperations): JsonMap => {
  const components = new Components();
  const paths = withSharedReplies(pathsOf(operations, components), components);
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    tags: tagsOf(operations),
    paths,
    components: {
      schemas: components.schemas(),
      responses: components.responses(),
      parameters: sharedParameters,
      headers,
      examples: Object.fromEntries(errorCodes.map((code) => [code, problemExample(code)])),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The `apikey` of a login, or an API key.' },
      },
    },
  };
};
