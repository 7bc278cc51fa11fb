import { visibleVersion } from '@cairn/assets';
import {
  type FileRecord,
  type InferenceInput,
  type InferenceOrigin,
  modelCommands,
  type PostProcessorOrigin,
} from '@cairn/contracts';
import {
  askerOf,
  availableRequester,
  type CommandContext,
  type Decision,
  isRefusal,
  type Json,
  type Refusal,
  sent,
  type ServiceCommand,
  serviceCommand,
} from '@cairn/kernel';
import { inspectedModel } from '../../assets/inspected-model.js';
import { decideRecord, type RecordedInference } from '../../domain/inference/decisions.js';
import { itemsOfRun } from '../../domain/inference/items.js';
import { inference } from '../../domain/inference/state.js';
import type { KnownModel } from '../../domain/model/state.js';
import { decideInspected, decideServed } from '../../domain/version/files.js';
import { type KnownModelVersion, modelVersion } from '../../domain/version/state.js';
import {
  isRunFailure,
  type ModelRunner,
  RUN_MS,
  type RunAnswer,
  type RunFailure,
} from '../../running/port.js';
import { itemNamedBy, type NamedId, unreadableRefusal } from '../references.js';
import { roomRefusal } from '../room.js';
import type { RunnerOf } from '../runner-of.js';
import { keepingMinusZero } from './minus-zero.js';
import { memberOrganization } from './member-organization.js';
import { answerOf, posed, type Posed, type Question } from './question.js';
import { recordedResult } from './recorded-result.js';
import { configOf } from './sent-tensors.js';

/** A run that work asks for takes no longer. */
const LONGEST_RUN_MS = 240_000;
/** What a command has left when its run ends: time to record the answer. */
const RECORDING_MS = 2_000;

interface Asked extends Question {
  readonly body: InferenceInput;
  readonly began_at?: number;
  readonly for_user?: string;
  readonly origin?: InferenceOrigin;
  readonly post_processor?: PostProcessorOrigin;
}

/** Work asks, not a person: an execution or a post-processor. It waits longer, and is told the answer with the reply. */
const isAskedByWork = ({ origin, post_processor }: Asked): boolean =>
  (origin ?? post_processor) !== undefined;

/** How long the model may run. The deadline of work makes it longer and never shorter. */
const runMs = ({ facts, tools }: CommandContext, asked: Asked): number => {
  if (!isAskedByWork(asked)) return RUN_MS;
  const left = facts.deadline - tools.clock.now() - RECORDING_MS;
  return Math.min(LONGEST_RUN_MS, Math.max(RUN_MS, left));
};

interface Run extends Posed {
  readonly user_id: string;
  readonly organization: string;
  readonly answer: RunAnswer | RunFailure;
}

/** What stays of the input beside the inference: nothing where it is private. */
const keptFiles = (asked: Asked, model: KnownModel): readonly FileRecord[] =>
  keptFile(asked) === undefined || isPrivate(asked, model) ? [] : [keptFile(asked)!];

/** The sealed file of an execution stays that execution's, the file of an item that item's. */
const keptFile = ({ file, file_key, post_processor }: Asked): FileRecord | undefined =>
  file_key === undefined && post_processor === undefined ? file : undefined;

/** What came sealed from a person stays private, whatever the model has become meanwhile. */
const isPrivate = (asked: Asked, { privacy_enabled }: KnownModel): boolean =>
  privacy_enabled || (asked.file_key !== undefined && !isAskedByWork(asked));

/** For whom an inference is kept: its owner, who need not be who asks the model. */
type Keeping = Pick<CommandContext, 'principal' | 'tools'>;

const ownerOf = async ({ principal, tools }: Keeping, { for_user }: Asked): Promise<Keeping | Refusal> => {
  if (for_user === undefined) return { principal, tools };
  const owner = await availableRequester(tools.requesters, { kind: 'user', user_id: for_user });
  return isRefusal(owner) ? owner : { principal: owner, tools };
};

/** What has to be asked of datasets: they have just read the item of a post-processor as its saver. */
const itemAskedOf = ({ body, post_processor }: Asked): readonly NamedId[] =>
  post_processor === undefined ? itemNamedBy(body) : [];

/** Refused where it could not be recorded: it names an item that is not there for its owner, or its file has no room. */
const keepingFor = async (
  context: CommandContext,
  asked: Asked,
  model: KnownModel,
): Promise<Keeping | Refusal> => {
  const owner = await ownerOf(context, asked);
  if (isRefusal(owner)) return owner;
  const refusal =
    (await unreadableRefusal(owner, itemAskedOf(asked))) ??
    (await roomRefusal(owner, owner.principal.userId, keptFiles(asked, model)));
  return refusal ?? owner;
};

const run = async (context: CommandContext, runner: ModelRunner, asked: Asked): Promise<Run | Refusal> => {
  const { facts, tools } = context;
  const question = await posed(context, asked);
  if (isRefusal(question)) return question;
  const { model } = question;
  const keeping = await keepingFor(context, asked, model);
  if (isRefusal(keeping)) return keeping;
  const answer = await answerOf(tools, runner, question, {
    ms: runMs(context, asked),
    asker: { ...askerOf(keeping.principal), isWork: isAskedByWork(asked) },
    cause: { id: facts.id, correlation: facts.correlation },
  });
  if (isRefusal(answer)) return answer;
  const user_id = keeping.principal.userId;
  return { ...question, answer, user_id, organization: await memberOrganization(keeping, model) };
};

/** What is told of a version once it answered: that it has, and what was found of its file. */
const decideRan = (version: KnownModelVersion, { file: { sha256 }, answer }: Run): Decision => {
  const inspected = isRunFailure(answer) ? undefined : answer.inspected;
  const served = decideServed(version);
  if (inspected === undefined || isRefusal(served)) return served;
  const told = decideInspected(version, { sha256, inspected: inspectedModel(inspected) });
  return isRefusal(told) ? told : [...served, ...told];
};

const seconds = (ms: number): string => (Math.max(0, ms) / 1000).toFixed(5);

const extensionOf = ({ file }: Asked): string =>
  /\.[A-Za-z0-9]{1,16}$/.exec(file?.file_name ?? '')?.[0] ?? '';

/** What was answered, or what the model failed with. */
const answered = (answer: RunAnswer | RunFailure) => {
  if (isRunFailure(answer)) return { error: answer.message, inference_time: '', confidence: 0, items: '[]' };
  const items = itemsOfRun(answer.predictions);
  return {
    error: '',
    inference_time: seconds(answer.inferenceMs),
    confidence: items[0]?.confidence ?? 0,
    items: JSON.stringify(items),
    ...(answer.form === undefined ? {} : { result: JSON.stringify(answer.form) }),
    ...(answer.tokens === undefined ? {} : { tokens: answer.tokens }),
  };
};

/** What was asked, as it is kept. */
const askedText = ({ body }: Asked): string | undefined =>
  body.input_text ??
  (body.inputs === undefined ? undefined : JSON.stringify(keepingMinusZero(body.inputs as Json)));

const recorded = (
  { id, at }: Pick<CommandContext, 'at'> & { readonly id: string },
  asked: Asked,
  { version, file, model, user_id, organization, answer }: Run,
): RecordedInference => {
  const { body, began_at = Date.parse(at) } = asked;
  const input_text = askedText(asked);
  return {
    id,
    model_id: model.id,
    model_version_id: version.id,
    model_sha256: file.sha256,
    user_id,
    organization_id: organization,
    source: 'run',
    name: body.name ?? '',
    description: body.description ?? '',
    application_id: version.application_id,
    extension: extensionOf(asked),
    dataset_item_id: body.dataset_item_id ?? '',
    inference_host: 'cairn',
    end_to_end_time: seconds(Date.now() - began_at),
    privacy_enabled: isPrivate(asked, model),
    config: configOf(asked.tensors),
    model_config: file.config,
    ...answered(answer),
    ...(input_text === undefined ? {} : { input_text }),
    ...sent({ file: keptFile(asked), origin: asked.origin, post_processor: asked.post_processor }),
  };
};

/**
 * Asks a version, and records what it answered. That it has served is told first: what an inference names stays as it was
 * from then on (SPEC-26). Work is told the answer with it; who asked over HTTP reads the inference.
 */
export const runModel = (runnerOf: RunnerOf): ServiceCommand =>
  serviceCommand(modelCommands.runModel, async (asked, context) => {
    const id = context.id('inference');
    const done = await context.executeAddressed(inference, id, {
      given: async () => {
        const ran = await run(context, runnerOf(context.tools), asked);
        if (isRefusal(ran)) return ran;
        const served = await context.execute(modelVersion, ran.version.id, {
          decide: (state) => {
            const current = visibleVersion(state, ran.model.id);
            return isRefusal(current) ? current : decideRan(current, ran);
          },
        });
        return isRefusal(served) ? served : ran;
      },
      decide: (state, ran) => decideRecord(state, recorded({ ...context, id }, asked, ran)),
    });
    if (isRefusal(done) || !isAskedByWork(asked)) return done;
    const result = await recordedResult(context, id);
    return isRefusal(result) ? result : { ...done, result: result as Json };
  });
