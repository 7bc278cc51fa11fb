import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../../kit/resource.js';
import { JsonObject, Time } from '../../kit/schemas.js';
import { elementLimits as most } from './limits.js';

/** No control characters. */
const PRINTABLE = /^\P{Cc}+$/u.source;

export const Uid = Type.String({
  minLength: 1,
  maxLength: most.uidCharacters,
  pattern: PRINTABLE,
  description:
    'Yours, unique among the nodes, or the edges, of the version: 1 to 1,000 characters without control characters, kept as ' +
    'they are. `.`, `..` and `bulk` cannot be addressed in a path: lists take `?uid=`.',
});

const Word = Type.String({ minLength: 1, maxLength: most.nameCharacters, pattern: PRINTABLE });
const Labels = Type.Array(Word, {
  maxItems: most.labelsPerNode,
  description: 'What kinds of thing the node is. One that is named twice counts once.',
});
const propertyNames = { minLength: 1, maxLength: most.nameCharacters };
const Properties = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: most.propertiesPerElement,
  propertyNames,
});
const ChangedProperties = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: most.propertiesPerElement,
  propertyNames,
  description: 'Those that are sent are set, others stay, `null` removes one.',
});
const EdgeType = Type.String({ maxLength: most.nameCharacters, pattern: /^\P{Cc}*$/u.source });

const elementTimes = { created_at: Time, updated_at: Time };

export const GraphNode = resource('GraphNode', {
  uid: Type.String(),
  labels: Type.Array(Type.String()),
  properties: JsonObject,
  parent: Type.Optional(
    Type.String({
      description: 'Of a node from a file: the uid of the node that it lies in, which may be gone.',
    }),
  ),
  ...elementTimes,
});
export type GraphNode = Readonly<Static<typeof GraphNode>>;

/** A node as a caller sends it. */
export const GraphNodeInput = resource('GraphNodeInput', {
  uid: Type.Optional(Uid),
  labels: Type.Optional(Labels),
  properties: Type.Optional(Properties),
});
export type GraphNodeInput = Readonly<Static<typeof GraphNodeInput>>;

export const GraphNodeChanges = resource('GraphNodeChanges', {
  labels: Type.Optional(Labels),
  properties: Type.Optional(ChangedProperties),
});
export type GraphNodeChanges = Readonly<Static<typeof GraphNodeChanges>>;

export const GraphEdge = resource('GraphEdge', {
  uid: Type.String(),
  source: Type.String({ description: 'The uid of a node.' }),
  target: Type.String({ description: 'The uid of a node.' }),
  type: Type.String({ description: 'Empty where it has none.' }),
  directed: Type.Boolean(),
  properties: JsonObject,
  ...elementTimes,
});
export type GraphEdge = Readonly<Static<typeof GraphEdge>>;

const edgeFields = {
  type: Type.Optional(EdgeType),
  directed: Type.Optional(Type.Boolean({ description: 'True where it is not said.' })),
};

/** An edge as a caller sends it. */
export const GraphEdgeInput = resource('GraphEdgeInput', {
  uid: Type.Optional(Uid),
  source: Uid,
  target: Uid,
  ...edgeFields,
  properties: Type.Optional(Properties),
});
export type GraphEdgeInput = Readonly<Static<typeof GraphEdgeInput>>;

export const GraphEdgeChanges = resource('GraphEdgeChanges', {
  source: Type.Optional(Uid),
  target: Type.Optional(Uid),
  ...edgeFields,
  properties: Type.Optional(ChangedProperties),
});
export type GraphEdgeChanges = Readonly<Static<typeof GraphEdgeChanges>>;

/** What went with a node that was deleted. */
export const DeletedGraphNode = resource('DeletedGraphNode', {
  uid: Type.String(),
  deleted_edges: Type.Integer({ minimum: 0 }),
});
export type DeletedGraphNode = Readonly<Static<typeof DeletedGraphNode>>;
