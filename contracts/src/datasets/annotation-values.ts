import { Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { OneOf } from '../kit/schemas.js';

const Finite = Type.Number();
const Point = Type.Tuple([Finite, Finite]);
const Points = Type.Array(Point, { minItems: 1, maxItems: 100_000 });
const Ring = Type.Array(Point, { minItems: 3, maxItems: 100_000 });
const Size = Type.Number({ minimum: 0 });

/**
 * The shape of an annotation's `value` for each `type` (SPEC-annotation).
 * Coordinates are absolute pixels from the top left; spans are Unicode code points, half open; times are seconds.
 */
export const annotationValues = {
  classification: resource('ClassificationValue', {}),
  rectangle: resource('RectangleValue', {
    x: Finite,
    y: Finite,
    width: Size,
    height: Size,
    rotation: Type.Optional(Finite),
  }),
  polygon: resource('PolygonValue', {
    points: Ring,
    holes: Type.Optional(Type.Array(Ring, { maxItems: 10_000 })),
  }),
  polyline: resource('PolylineValue', { points: Points }),
  points: resource('PointsValue', { points: Points }),
  keypoints: resource('KeypointsValue', {
    points: Type.Array(Type.Tuple([Finite, Finite, Finite]), { maxItems: 10_000 }),
    names: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10_000 })),
  }),
  mask: resource('MaskValue', {
    size: Type.Tuple([Type.Integer({ minimum: 0 }), Type.Integer({ minimum: 0 })], {
      description: '[height, width]',
    }),
    counts: Type.Array(Type.Integer({ minimum: 0 }), { description: 'COCO run lengths, not compressed.' }),
  }),
  span: resource('SpanValue', {
    start: Type.Integer({ minimum: 0 }),
    end: Type.Integer({ minimum: 0 }),
    text: Type.String({ maxLength: 1_000_000 }),
  }),
  time_span: resource('TimeSpanValue', { start: Size, end: Size }),
  transcription: resource('TranscriptionValue', {
    text: Type.String({ maxLength: 1_000_000 }),
    language: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  relation: resource('RelationValue', {
    from_id: Type.String({ maxLength: 100 }),
    to_id: Type.String({ maxLength: 100 }),
    direction: OneOf(['right', 'left', 'both', 'none']),
  }),
} as const;

export type AnnotationType = keyof typeof annotationValues;

/** Every annotation type, in the order of SPEC-annotation. */
export const annotationTypes = Object.keys(annotationValues) as AnnotationType[];

/** JSON Schema that holds `value` against `type`: a classification may leave its empty value out. */
export const valueFitsType = annotationTypes.map((type) => ({
  if: { type: 'object', required: ['type'], properties: { type: { const: type } } },
  then: {
    type: 'object',
    properties: { value: annotationValues[type] },
    ...(type === 'classification' ? {} : { required: ['value'] }),
  },
}));
