import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { Time, Uuid } from '../kit/schemas.js';

const Count = Type.Integer({ minimum: 0 });
const Share = Type.Number({ minimum: 0, maximum: 1 });

/** Which recorded inputs a version is run on. */
export const ReplayInput = resource('ReplayInput', {
  of_version_id: Type.Unsafe<string>({
    ...Uuid,
    description: 'The version of the same model whose inferences are replayed. It may be the same version.',
  }),
  from: Type.Optional(Time),
  to: Type.Optional(Time),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'So many inferences are looked at, the newest first; 1,000 when absent.',
    }),
  ),
});
export type ReplayInput = Readonly<Static<typeof ReplayInput>>;

/** Why an inference was not compared. */
const leftOutReasons = ['private', 'without_input', 'failed_before', 'unreadable'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

const LeftOut = Type.Object(
  { private: Count, without_input: Count, failed_before: Count, unreadable: Count },
  {
    description:
      '`private`: the model kept no input; `without_input`: none was sent or kept with it; `failed_before`: it has no answer; ' +
      '`unreadable`: its file is not there any more, or its input cannot be read.',
  },
);

/** What one version said where another had said this. */
const ReplayedLabel = Type.Object({
  label: Type.String(),
  count: Count,
  agreed: Count,
  answers: Type.Array(Type.Object({ label: Type.String(), count: Count }), {
    description: 'What the version answers now, the most frequent first.',
  }),
});

/** An input to which two versions answer otherwise. */
export const ReplayDifference = Type.Object({
  inference_id: Uuid,
  before: Type.String({ description: 'The first answer that was recorded, at most 200 characters.' }),
  after: Type.String({ description: 'The first answer of the version, likewise; empty when it has none.' }),
  confidence_before: Share,
  confidence_after: Share,
});
export type ReplayDifference = Readonly<Static<typeof ReplayDifference>>;

/** What a version answers to inputs that another one was asked. */
export const Replay = resource('Replay', {
  job_id: Uuid,
  model_id: Uuid,
  version_id: Uuid,
  of_version_id: Uuid,
  compared: Count,
  agreed: Count,
  failed: Type.Integer({ minimum: 0, description: 'The version did not answer: these are not compared.' }),
  agreement: Type.Optional(
    Type.Unsafe<number>({
      ...Share,
      description: '`agreed` of `compared`; absent when nothing was compared.',
    }),
  ),
  left_out: LeftOut,
  labels: Type.Array(ReplayedLabel, {
    description:
      'Of classifications, by what was answered before, the most frequent first; empty for others.',
  }),
  differences: Type.Array(ReplayDifference, {
    description: 'The newest hundred, of inferences that you may still see. Left empty in lists of jobs.',
  }),
});
export type Replay = Readonly<Static<typeof Replay>>;
