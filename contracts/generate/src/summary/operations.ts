import { isMap, type Json, type JsonMap, textAt } from '../json.js';
import { digester } from './digest.js';
import { resolverOf, targetOf } from './resolved.js';
import { fieldsOf, nameOf, shapeOf } from './shape.js';

const PROBLEM = 'application/problem+json';
const JSON_TYPE = 'application/json';

const mapIn = (map: JsonMap, key: string): JsonMap => {
  const found = map[key];
  return isMap(found) ? found : {};
};

/** A line for each operation of an OpenAPI document, and one for each shape that it names. */
export const linesOfDocument = (document: JsonMap): readonly string[] => {
  const resolve = resolverOf(document);
  const digestOf = digester();
  const operations = Object.entries(mapIn(document, 'paths')).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, JsonMap>).map(([method, operation]) => {
      const parts = [
        [method.toUpperCase(), path, textAt(operation, 'operationId'), textAt(operation, 'x-access')].join(
          ' ',
        ),
        parametersIn(document, operation),
        bodyIn(document, operation),
        ...repliesIn(document, operation),
        digestOf(resolve(operation)),
      ];
      return parts.filter((part) => part !== '').join(' | ');
    }),
  );
  const shapes = mapIn(mapIn(document, 'components'), 'schemas');
  return [
    ...operations,
    ...Object.entries(shapes).map(([name, schema]) => `${name} ${fieldsOf(schema as JsonMap)}`.trim()),
  ];
};

const told = (document: JsonMap, value: Json): JsonMap => {
  const ref = isMap(value) ? value['$ref'] : undefined;
  return (typeof ref === 'string' ? targetOf(document, ref) : value) as JsonMap;
};

/** Those of the path stand in it. */
const parametersIn = (document: JsonMap, operation: JsonMap): string =>
  (operation['parameters'] as readonly Json[])
    .map((parameter) => told(document, parameter))
    .filter((parameter) => parameter['in'] !== 'path')
    .map((parameter) => {
      const { in: place, required } = parameter;
      return `${place === 'query' ? '?' : ''}${textAt(parameter, 'name')}${required === true ? '!' : ''}`;
    })
    .join(' ');

const bodyIn = (document: JsonMap, operation: JsonMap): string => {
  const body = mapIn(operation, 'requestBody');
  const contents = contentsIn(document, body);
  return contents === '' ? '' : `body${body['required'] === true ? '!' : ''} ${contents}`;
};

const repliesIn = (document: JsonMap, operation: JsonMap): readonly string[] =>
  Object.entries(mapIn(operation, 'responses')).map(([status, response]) => {
    const reply = told(document, response);
    const problem = mapIn(mapIn(reply, 'content'), PROBLEM);
    const codes = Object.keys(mapIn(problem, 'examples'));
    return [status, contentsIn(document, reply), ...codes].filter((part) => part !== '').join(' ');
  });

const contentsIn = (document: JsonMap, told: JsonMap): string =>
  Object.entries(mapIn(told, 'content'))
    .filter(([type]) => type !== PROBLEM)
    .map(([type, media]) => {
      const shape = openedShape(document, (media as JsonMap)['schema'] ?? {});
      return type === JSON_TYPE && shape !== '' ? shape : `${type}${shape}`;
    })
    .join(', ');

/** The shape of a schema; what it names first is told with its fields. */
const openedShape = (document: JsonMap, schema: Json): string => {
  if (!isMap(schema)) return '';
  const { $ref, items } = schema;
  if (typeof $ref === 'string') return `${nameOf($ref)}(${fieldsOf(told(document, schema))})`;
  return items === undefined ? shapeOf(schema) : `[${openedShape(document, items)}]`;
};
