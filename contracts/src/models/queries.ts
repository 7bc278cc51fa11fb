import { type Static, Type } from '@sinclair/typebox';
import { NamedEntities, namedEntityQueries } from '../assets/named-entities.js';
import { FileRecord } from '../kit/blob.js';
import { query } from '../kit/query.js';
import { OneOf, Uuid } from '../kit/schemas.js';
import { AdminSimpleUserInfo } from './application.js';
import { model } from './asset.js';
import { AskedInput, InferenceInput, TriedResult } from './inference.js';
import { ModelVersion } from './version.js';

/**
 * Whether a model can be asked now. `unusable`: the person may not execute it, or it or its version is not there; which of
 * these is not told. `not_runnable`: what asking it would be refused with.
 */
export const RunnableEntity = Type.Union([
  Type.Object({
    status: Type.Literal('runnable'),
    model_id: Uuid,
    version_id: Uuid,
    kind: Type.String(),
    task: Type.Optional(Type.String({ description: 'Absent where neither config nor inputs tell it.' })),
    takes: Type.Optional(Type.Array(OneOf(['text', 'file', 'raw']))),
    private: Type.Boolean({ description: 'Its model has `privacy_enabled`.' }),
  }),
  Type.Object({ status: Type.Literal('unusable') }),
  Type.Object({ status: Type.Literal('not_runnable'), code: Type.String(), message: Type.String() }),
]);
export type RunnableEntity = Static<typeof RunnableEntity>;

/** What other services, and gateways, may ask of models. */
export const modelQueries = {
  ...model.queries,
  ...namedEntityQueries('models', { kind: Type.String(), application_id: Type.String() }, ModelVersion),
  /**
   * Who has models of an application today, those with the most first: 100 persons, of its newest 10,000 models. For
   * administrators: refuses `administrator_required`.
   */
  usersOfApplication: query(
    'models.usersOfApplication',
    Type.Object({ application_id: Uuid }),
    Type.Array(AdminSimpleUserInfo),
  ),
  /** A model that the person may execute, and a version of it where one is named; else `not_found`. */
  executable: query(
    'models.executable',
    Type.Object({ model_id: Uuid, version_id: Type.Optional(Uuid) }),
    Type.Object({ model_id: Uuid }),
  ),
  /** Which version of each of some models would be run now: the one that is named, else the active one. In order. */
  runnable: query('models.runnable', NamedEntities, Type.Array(RunnableEntity)),
  /**
   * Asks a version of a model once, the active one where none is named, and keeps nothing of it: no inference, nor that the
   * version has served. At most 8 seconds. Refused as `runModel` is; `not_found` where the person may not execute the model.
   * What the model itself failed with is its `error`.
   */
  tried: query(
    'models.tried',
    Type.Object({
      model_id: Uuid,
      model_version_id: Type.Optional(Uuid),
      text: InferenceInput.properties.input_text,
      file: Type.Optional(FileRecord),
    }),
    TriedResult,
  ),
  /**
   * What some inferences were asked and answered, for who may read them. In order; of large ones only the first, and always
   * one: ask for the others again.
   */
  inputsOf: query(
    'models.inputsOf',
    Type.Object({ ids: Type.Array(Uuid, { minItems: 1, maxItems: 100 }) }),
    Type.Array(AskedInput, { minItems: 1 }),
  ),
  /** Those of some models that the person may see: how they are called. */
  named: query(
    'models.named',
    Type.Object({ ids: Type.Array(Uuid, { maxItems: 1_000 }) }),
    Type.Array(Type.Object({ id: Uuid, name: Type.String(), kind: Type.String() })),
  ),
} as const;
