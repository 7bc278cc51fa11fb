import { canvasStreamEvents, modelVersionStreamEvents, operations } from '@cairn/contracts';
import { eventSchema } from './events/schema.js';
import { isMap, type Json, plain } from './json.js';
import { jsonSchemaOf } from './schema.js';
import { violations } from './validate.js';

const { ModelVersionAssetsSet } = modelVersionStreamEvents;
const { WorkflowNodeCreated, WorkflowNodeUpdated, WorkflowVersionValidated } = canvasStreamEvents;

/** A value with one of its fields, wherever it stands, set to a word that no release knows yet. */
const withWord = (value: Json, field: string): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((part) => withWord(part, field));
  if (!isMap(value)) return value;
  const parts = Object.entries(value).map(([name, part]): [string, Json] => [
    name,
    name === field ? 'added_later' : withWord(part, field),
  ]);
  return Object.fromEntries<Json>(parts);
};

describe('words that are added later', () => {
  const nodeChanged = { ...WorkflowNodeUpdated.example, changes: { entity_type: 'model' } };

  it.each([
    ['the entity of a node that is new', WorkflowNodeCreated, WorkflowNodeCreated.example, 'entity_type'],
    ['the entity of a node that is changed', WorkflowNodeUpdated, nodeChanged, 'entity_type'],
    ['what is wrong with a canvas', WorkflowVersionValidated, WorkflowVersionValidated.example, 'code'],
    ['the type of a file of a model', ModelVersionAssetsSet, ModelVersionAssetsSet.example, 'asset_type'],
  ] as const)('are taken by the schema of an event: %s', (_, event, example, field) => {
    const later = withWord(plain(example), field);
    expect(JSON.stringify(later)).toContain('added_later');
    expect(violations(eventSchema(event), later)).toEqual([]);
  });

  it('are refused in a body, where a caller cannot know them', () => {
    const body = jsonSchemaOf(operations.createWorkflowNode.body);
    expect(violations(body, { entity_type: 'model' })).toEqual([]);
    expect(violations(body, { entity_type: 'added_later' })).not.toEqual([]);
  });
});
