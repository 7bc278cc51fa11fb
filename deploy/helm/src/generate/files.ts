import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { CHART } from '../sets.js';
import { Values } from '../values/values.js';
import { processSection } from '../values/process.js';
import { processes } from './processes.js';
import type { Shape } from './shape.js';
import { withTable } from './table.js';
import { valuesFile } from './values-file.js';

const OBSERVABILITY = join(__dirname, '../../../observability');

/** Each file of the chart that is written from something else, by its path in the chart. */
export const generatedFiles = (): ReadonlyMap<string, string> => {
  const schema = JSON.parse(JSON.stringify(Values)) as Shape;
  return new Map([
    ['values.schema.json', `${JSON.stringify(asDocument(schema), undefined, 2)}\n`],
    ['values.yaml', valuesFile(schema)],
    ['README.md', withTable(readFileSync(join(CHART, 'README.md'), 'utf8'), schema)],
    ['files/processes.yaml', stringify(processes, { aliasDuplicateObjects: false })],
    ['files/alerts.yaml', readFileSync(join(OBSERVABILITY, 'alerts.yaml'), 'utf8')],
    ['files/dashboard.json', readFileSync(join(OBSERVABILITY, 'dashboard.json'), 'utf8')],
  ]);
};

/** The shape of a process stands once in the document: each process that has it refers to it. */
const asDocument = (schema: Shape): object => {
  const process = JSON.parse(JSON.stringify(processSection)) as Shape;
  const properties = Object.entries(schema.properties ?? {}).map(([name, shape]) => [
    name,
    isSame(shape, process) ? referring(shape) : shape,
  ]);
  return {
    $schema: DRAFT,
    ...schema,
    properties: Object.fromEntries(properties) as object,
    definitions: { process },
  };
};

const isSame = (one: Shape, other: Shape): boolean =>
  JSON.stringify(one.properties) === JSON.stringify(other.properties);

/** Beside a reference nothing else is read: description and default stand around it. */
const referring = ({ description, default: value }: Shape): object => ({
  description,
  ...(value === undefined ? {} : { default: value }),
  allOf: [{ $ref: '#/definitions/process' }],
});

const DRAFT = 'http://json-schema.org/draft-07/schema#';
