import {
  allEvents,
  allOperations,
  allStates,
  allStreamCategories,
  annotationTypes,
  annotationValues,
  AnnotationInput,
  type AnnotationType,
  categoryOfType,
  errorCodes,
  errors,
  isPermissionName,
  type Operation,
  operations,
  partsOfPermission,
  permissionNames,
  publishedCategories,
  smallBody,
  takesRevision,
} from '@cairn/contracts';
import type { TSchema } from '@sinclair/typebox';
import { everyCell } from '../../../test/support/cells.js';
import { eventSchema } from './events/schema.js';
import { generatedFiles } from './files.js';
import type { JsonMap } from './json.js';
import { jsonSchemaOf } from './schema.js';
import { violations } from './validate.js';

const everyOperation = (
  operations: readonly Operation[],
  check: (operation: Operation) => unknown,
): Promise<void> => everyCell(operations, ({ id }) => id, check);
const successSchema = ({ replies }: Operation): TSchema | undefined =>
  replies[200]?.schema ?? replies[201]?.schema;
const ofSchema = (schema: TSchema, data: unknown): readonly string[] =>
  violations(jsonSchemaOf(schema), data);

describe('operations', () => {
  it('are kept under their id, each method and path once', () => {
    const wrong = Object.entries<Operation>(operations).filter(([name, { id }]) => name !== id);
    expect(wrong).toEqual([]);
    expect(
      new Set(allOperations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)).size,
    ).toBe(allOperations.length);
  });

  it('have a parameter schema for exactly the parameters of their path', () =>
    everyOperation(allOperations, ({ path, params }) => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      const described = Object.keys((params?.['properties'] ?? {}) as object).sort();
      expect(described).toEqual(inPath);
      expect([...((params?.['required'] ?? []) as string[])].sort()).toEqual(inPath);
    }));

  it('name the stream that `revision` speaks of', () =>
    everyOperation(allOperations, (operation) => {
      const { stream, streamOf, path } = operation;
      expect(stream !== undefined).toBe(takesRevision(operation));
      if (stream === undefined) expect(streamOf).toBeUndefined();
      if (stream === undefined) return;
      expect(allStreamCategories).toContain(stream);
      if (streamOf === undefined) expect(path).toMatch(/\{(?:id|version_id)\}$/);
      else expect(path).toContain(`{${streamOf}}`);
    }));

  it('have examples that their schemas accept', () =>
    everyOperation(allOperations, (operation) => {
      const { body, example } = operation;
      if (body) expect(ofSchema(body, example?.body)).toEqual([]);
      else expect(example?.body).toBeUndefined();
      const schema = successSchema(operation);
      if (example && 'reply' in example) expect(ofSchema(schema!, example.reply)).toEqual([]);
      else expect(schema === undefined || ['getOpenAPI', 'getAsyncAPI'].includes(operation.id)).toBe(true);
    }));

  it('sort by a field that they name', () =>
    everyOperation(
      allOperations.filter(({ list }) => list),
      ({ list }) => {
        expect(list?.sort).toContain(list?.defaultSort.replace('-', ''));
      },
    ));

  it('ask for an access that exists', () =>
    everyOperation(allOperations, ({ access }) => {
      expect(['anonymous', 'signed-in', 'administrator'].includes(access) || isPermissionName(access)).toBe(
        true,
      );
    }));
});

describe('the catalogue of errors', () => {
  it('has a status, a title, a sentence and when it happens for each', () =>
    everyCell(errorCodes, String, (code) => {
      const { status, title, text, when } = errors[code];
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
      expect(title).toMatch(/^[A-Z][^.]*$/);
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(when).toMatch(/\.$/);
    }));
});

describe('permissions', () => {
  it('are a resource and an action', () =>
    everyCell(permissionNames, String, (name) => {
      const { resource, action } = partsOfPermission(name);
      expect(`${resource}:${action}`).toBe(name);
      expect(resource).toMatch(/^[a-z]+$/);
      expect(action).toMatch(/^[a-z]+$/);
    }));
});

/** Regular verbs, and the irregular ones that there are. */
const IN_THE_PAST = /(?:ed|begun|kept|sent|set|withdrawn|let_?go)$/;

describe('events', () => {
  it('are many, each stored type once', () => {
    expect(allEvents.length).toBeGreaterThan(20);
    expect(new Set(allEvents.map(({ storedType }) => storedType)).size).toBe(allEvents.length);
  });

  it('name an area, an entity and what happened to it, each in snake case, with a version', () => {
    const unruly = allEvents.filter(
      ({ storedType }) => !/^[a-z]+(\.[a-z]+(_[a-z]+)*){2}\.v[1-9]\d*$/.test(storedType),
    );
    expect(unruly.map(({ storedType }) => storedType)).toEqual([]);
  });

  it('name what happened by a verb in the past', () => {
    const unruly = allEvents.filter(({ storedType, name }) => {
      const verb = storedType.split('.')[2] ?? '';
      return !IN_THE_PAST.test(verb) || !IN_THE_PAST.test(name.replace(/V\d+$/, '').toLowerCase());
    });
    expect(unruly.map(({ storedType }) => storedType)).toEqual([]);
  });

  it('mark for the inside, and as personal, at the top of their data alone: further in nobody looks', () => {
    const marks = ({ schema }: { schema: TSchema }, mark: string): number =>
      JSON.stringify(schema).split(`"${mark}":true`).length - 1;
    for (const event of allEvents) {
      const { storedType, internal, personal } = event;
      expect([storedType, marks(event, 'x-internal')]).toEqual([storedType, internal.length]);
      expect([storedType, marks(event, 'x-personal')]).toEqual([storedType, personal.length]);
    }
  });

  it('name entities without their area, and each has a category of streams', () => {
    const entities = [...allEvents.map(({ storedType }) => storedType), ...allStates.map(({ type }) => type)];
    for (const type of entities) {
      const [area = '', entity = ''] = type.split('.');
      expect([type, entity.startsWith(`${area.replace(/s$/, '')}_`)]).toEqual([type, false]);
      expect(allStreamCategories).toContain(categoryOfType(type));
    }
    expect(new Set(allStreamCategories).size).toBe(allStreamCategories.length);
  });

  it('accept their example', () =>
    everyCell(
      allEvents,
      ({ storedType }) => storedType,
      (event) => {
        expect(ofSchema(event.schema, event.example)).toEqual([]);
      },
    ));
});

/** Fields that only Cairn itself can follow: claims on names, and what lies in the vault. */
const OF_THE_INSIDE =
  /"(?:reservation_id|claim_id|credential_id|replaced_credential_id|kept_session_id|held_\w+)"/;

describe('what is published', () => {
  it('are streams wholly or not at all, and states of streams that are', () => {
    expect([...publishedCategories].filter((category) => !allStreamCategories.includes(category))).toEqual(
      [],
    );
    expect(allStates.filter(({ type }) => !publishedCategories.has(categoryOfType(type)))).toEqual([]);
  });

  it('has nothing of what is kept for the inside alone', () => {
    const inside = [
      ...['apiKey', 'groupJob', 'mail', 'quota', 'rateLimit', 'reservation', 'secondFactor', 'session'],
      ...['secret', 'settings', 'slug', 'errorLog'],
    ];
    expect(inside.filter((category) => !allStreamCategories.includes(category))).toEqual([]);
    expect(inside.filter((category) => publishedCategories.has(category))).toEqual([]);
  });

  it('has no reference to the inside, in no schema and no example', () => {
    const telling = generatedFiles().filter(({ content }) => OF_THE_INSIDE.test(JSON.stringify(content)));
    expect(telling.map(({ path }) => path)).toEqual([]);
  });

  it('has of a person the encrypted text alone', () =>
    everyCell(
      allEvents.filter(({ personal }) => personal.length > 0),
      ({ storedType }) => storedType,
      (event) => {
        const { properties, 'x-personal-fields': fields } = eventSchema(event);
        for (const field of fields as readonly string[])
          expect((properties as JsonMap)[field]).toMatchObject({ type: 'object', required: ['encrypted'] });
      },
    ));
});

describe('annotation values', () => {
  const fitting: Record<AnnotationType, unknown> = {
    classification: {},
    rectangle: { x: 1, y: 2, width: 3, height: 4, rotation: 90 },
    polygon: {
      points: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    },
    polyline: {
      points: [
        [0, 0],
        [1, 1],
      ],
    },
    points: { points: [[0, 0]] },
    keypoints: { points: [[0, 0, 2]], names: ['beak'] },
    mask: { size: [2, 3], counts: [4, 2] },
    span: { start: 0, end: 4, text: 'puff' },
    time_span: { start: 0.5, end: 1.25 },
    transcription: { text: 'kittiwake', language: 'en' },
    relation: { from_id: 'a', to_id: 'b', direction: 'right' },
  };
  const others = annotationTypes.filter((type) => type !== 'classification');

  it.each(annotationTypes)('of the type %s are accepted with their shape', (type) => {
    expect(ofSchema(annotationValues[type], fitting[type])).toEqual([]);
    expect(ofSchema(AnnotationInput, { type, value: fitting[type] })).toEqual([]);
  });

  it.each(others)('of the type %s are refused without their shape', (type) => {
    expect(ofSchema(AnnotationInput, { type, value: { unfit: true } })).not.toEqual([]);
    expect(ofSchema(AnnotationInput, { type })).not.toEqual([]);
  });

  it('may be left out of a classification', () => {
    expect(ofSchema(AnnotationInput, { type: 'classification' })).toEqual([]);
  });

  it('have coordinates in pairs', () => {
    expect(ofSchema(AnnotationInput, { type: 'points', value: { points: [[1, 2, 3]] } })).not.toEqual([]);
  });
});

/** What JSON of a schema of a type takes at most, bytes. */
const largestOf: Readonly<Record<string, (schema: TSchema) => number>> = {
  // Nobody escapes what a pattern or a format allows: letters. Of others a program may escape all, some as two escapes.
  string: ({ format, pattern, maxLength, enum: words, const: only }) =>
    format === 'uuid' || words !== undefined || only !== undefined
      ? 38
      : 2 + (pattern === undefined ? 12 : 1) * Number(maxLength ?? Infinity),
  array: ({ items, maxItems }) => Number(maxItems ?? Infinity) * (1 + largest(items as TSchema)),
  object: ({ properties }) =>
    Object.entries((properties ?? { any: {} }) as Readonly<Record<string, TSchema>>)
      .map(([name, property]) => name.length + 4 + largest(property))
      .reduce((one, other) => one + other, 2),
  ...Object.fromEntries(['integer', 'number', 'boolean', 'null'].map((type) => [type, () => 25])),
};

const largest = (schema: TSchema): number => {
  const options = (schema['anyOf'] ?? schema['oneOf']) as readonly TSchema[] | undefined;
  if (options !== undefined) return Math.max(...options.map(largest));
  return largestOf[String(schema['type'])]?.(schema) ?? Infinity;
};

describe('bodies', () => {
  const small = allOperations.filter(({ body, bodyLimit }) => body !== undefined && bodyLimit === undefined);

  it('S11: are no larger than their limit', () =>
    everyOperation(small, ({ body }) => {
      expect(largest(body!)).toBeLessThanOrEqual(smallBody.bytes);
    }));

  it('S11: that anybody may send are small', () => {
    const anybody = allOperations.filter(({ access, body }) => access === 'anonymous' && body !== undefined);
    expect(anybody.length).toBeGreaterThan(0);
    expect(anybody.filter(({ bodyLimit }) => bodyLimit !== undefined)).toEqual([]);
  });
});
