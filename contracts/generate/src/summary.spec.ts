import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  allEvents,
  allOperations,
  allStates,
  type EventDefinition,
  operations,
  type Operation,
} from '@cairn/contracts';
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { baselineIn } from './baseline.js';
import { goldensIn, readFrom } from './committed.js';
import { outdated } from './findings.js';
import type { JsonMap } from './json.js';
import { openApiDocument } from './openapi/document.js';
import { outdatedLines, SUMMARY, summaryOf } from './summary.js';
import { linesOfEvents } from './summary/events.js';
import { resolverOf } from './summary/resolved.js';
import { shapeOf } from './summary/shape.js';

const folder = join(__dirname, '../..');
const read = readFrom(folder);

const bird = Type.Object({ name: Type.String(), ring: Type.Optional(Type.String()) });
const bodyOf = ({ body }: Operation): TObject => body as TObject;
const replyOf = ({ replies }: Operation): TObject => replies[200]?.schema as TObject;

/** The lines of an operation, and those of shapes that it alone names, in which the summary would differ from before. */
const changedLines = (operation: Operation, change: Partial<Operation>): readonly string[] => {
  const summary = (one: Operation): string => summaryOf(openApiDocument([one]), []);
  return outdatedLines(summary(operation), summary({ ...operation, ...change }));
};

describe('the summary in git', () => {
  const lines = readFileSync(join(folder, SUMMARY), 'utf8').split('\n');

  it('has a line for each operation, each event and each published state', () => {
    for (const { method, path, id, access } of allOperations)
      expect(lines.filter((line) => line.startsWith(`${method} ${path} ${id} ${access} | `))).toHaveLength(1);
    for (const type of [
      ...allEvents.map(({ storedType }) => storedType),
      ...allStates.map(({ type }) => type),
    ])
      expect(lines.filter((line) => line.startsWith(`${type} `))).toHaveLength(1);
  });

  it('tells parameters, fields of the body and of replies, and codes by status', () => {
    expect(lines.find((one) => one.includes(` ${operations.createAPIKey.id} `))).toMatch(
      /^POST \/api\/v1\/me\/apikeys createAPIKey me:write \| Idempotency-Key Prefer \| body! CreateAPIKeyRequest\(name! .*\| 201 \w+\(id! .*\| 401 unauthenticated \| .* [\da-f]{12}$/,
    );
  });

  it('makes the check of the contract red when it is not that of the contract', () => {
    const inGit = { read, goldens: goldensIn(folder), promises: baselineIn(read) };
    const summary = read(SUMMARY) ?? '';
    expect(outdated({ files: [], summary }, inGit)).toEqual([]);
    expect(outdated({ files: [], summary: summary.replace(' apikey! ', ' ') }, inGit)).toHaveLength(2);
  });
});

describe('a line of the summary differs', () => {
  const { getUser, login } = operations;

  it('when a field of a reply is removed', () => {
    const schema = Type.Omit(replyOf(login), ['apikey'], { title: 'LoginReply' });
    const [before, shape, after] = changedLines(login, { replies: { 200: { description: 'In.', schema } } });
    expect(before).toMatch(/^summary\.txt: - POST \/api\/v1\/login .* 200 LoginReply\([^)]*\bapikey!/);
    expect(shape).toMatch(/^summary\.txt: - LoginReply .*\bapikey!/);
    expect(after).toMatch(/^summary\.txt: \+ POST \/api\/v1\/login (?!.*\bapikey!)/);
  });

  it('when a body has another field that is required', () => {
    const body = Type.Object({ ...bodyOf(login).properties, ring: Type.String() }, { title: 'Credentials' });
    expect(changedLines(login, { body })).toEqual([
      expect.stringMatching(/- POST \/api\/v1\/login (?!.*\bring)/),
      expect.stringMatching(/- Credentials (?!.*\bring)/),
      expect.stringMatching(/\+ POST \/api\/v1\/login .* body! Credentials\([^)]*\bring!/),
      expect.stringMatching(/\+ Credentials .*\bring!/),
    ]);
  });

  it.each<[string, Partial<Operation>]>([
    [
      'the type of a field changes',
      {
        body: Type.Object(
          { ...bodyOf(login).properties, password: Type.Integer() },
          { title: 'Credentials' },
        ),
      },
    ],
    ['the class of its rate changes', { rateClass: 'default' }],
    ['others may call it', { access: 'signed-in' }],
    ['it answers another code', { errors: [...login.errors, 'quota_reached'] }],
    ['a parameter is new', { query: bird }],
    ['it is another', { id: 'another' }],
  ])('when of an operation %s', (_, change) => {
    expect(changedLines(login, change)).toHaveLength(2);
  });

  it('when a field of a shape within its reply changes', () => {
    const nested = (field: TSchema) => ({
      replies: {
        200: { description: 'It.', schema: Type.Object({ bird: Type.Object({ field }, { title: 'Bird' }) }) },
      },
    });
    const before = { ...getUser, ...nested(Type.String()) };
    expect(changedLines(before, nested(Type.Optional(Type.String())))).toHaveLength(4);
    expect(changedLines(before, nested(Type.Integer()))).toHaveLength(2);
  });

  it('when an event gains a field, or one is new', () => {
    const [first] = allEvents;
    const before = summaryOf({}, linesOfEvents([first!], []));
    const changed = (...events: readonly EventDefinition[]) =>
      outdatedLines(before, summaryOf({}, linesOfEvents(events, [])));
    expect(changed(first!)).toEqual([]);
    const seen: EventDefinition = { ...first!, schema: bird, example: { name: 'x' } };
    expect(changed(seen)).toHaveLength(2);
    const more: EventDefinition = { ...seen, storedType: 'test.bird.seen.v1' };
    expect(changed(first!, more)).toEqual([
      expect.stringMatching(/^summary\.txt: \+ test\.bird\.seen\.v1 name! ring \| [\da-f]{12}$/),
    ]);
  });

  it('but not when a text changes', () => {
    expect(changedLines(login, { summary: 'Another.', description: 'Other words.' })).toEqual([]);
    const described = (description: string) => ({
      body: Type.Object({ title: Type.String({ description }) }),
    });
    expect(changedLines({ ...login, ...described('One.') }, described('Two.'))).toEqual([]);
  });

  it('when a field is gone that is called as a text is', () => {
    const body = Type.Object({ title: Type.Optional(Type.String()) });
    expect(changedLines({ ...login, body }, { body: Type.Object({}) })).toHaveLength(2);
  });
});

describe('the shape of a schema', () => {
  it.each<[JsonMap, string]>([
    [{ type: 'string' }, ''],
    [{ type: 'array', items: { type: 'string' } }, ''],
    [{ $ref: '#/components/schemas/Bird' }, 'Bird'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Bird' } }, '[Bird]'],
    [
      { properties: { a: {}, b: { properties: { c: {} }, required: ['c'] } }, required: ['a'] },
      '(a! b:(c!))',
    ],
    [{ anyOf: [{ $ref: '#/x/Bird' }, { type: 'null' }] }, 'Bird'],
    [{ additionalProperties: { properties: { a: {} } } }, '(*:(a))'],
  ])('of %j is told by its fields', (schema, shape) => {
    expect(shapeOf(schema)).toBe(shape);
  });
});

describe('references', () => {
  const part = { name: { type: 'string' } };

  it('are replaced by what they refer to, what stands beside them too', () => {
    const resolve = resolverOf({ parts: { bird: { properties: { $ref: '#/parts/fields' } }, fields: part } });
    expect(resolve([{ $ref: '#/parts/bird', title: 'Gull' }])).toEqual([{ properties: part, title: 'Gull' }]);
  });

  it('that lead nowhere or in a circle are refused', () => {
    const resolve = resolverOf({ a: { $ref: '#/b' }, b: { $ref: '#/a' } });
    expect(() => resolve({ $ref: '#/a' })).toThrow('#/a refers to itself');
    expect(() => resolve({ $ref: '#/none' })).toThrow('#/none refers to nothing');
  });
});
