import { HEAD_HEADER, modelCommands, OPEN_INFERENCE_TYPE, operations } from '@cairn/contracts';
import { notFound, type QueryContext } from '@cairn/kernel';
import {
  inferenceById,
  isPrivateModel,
  openAnswerOf,
  type OpenAnswer,
  servedMetadata,
  servedModel,
  type ServedPath,
} from '@cairn/models';
import { type Answer, answer } from '../../call/answer.js';
import type { Call, UploadedFile } from '../../call/call.js';
import { handler } from '../../call/handler.js';
import { found, Problem } from '../../problems/problem.js';
import { placeOf } from '../resource.js';
import { askedFile, onlyFile } from '../uploaded-file.js';

const metadata = async ({ context }: Pick<Call, 'context'>, path: ServedPath): Promise<Answer> =>
  answer(found(await servedMetadata(context, path)));

export const getServedModel = handler(operations.getServedModel, (call) => metadata(call, call.params));
export const getServedModelVersion = handler(operations.getServedModelVersion, (call) =>
  metadata(call, call.params),
);

const ready = async ({ context }: Pick<Call, 'context'>, path: ServedPath): Promise<Answer> => {
  const { version } = found(await servedModel(context, path));
  if (version?.can_inference !== true) throw new Problem('model_not_ready');
  return answer({ name: path.id, ready: true });
};

export const getServedModelReady = handler(operations.getServedModelReady, (call) =>
  ready(call, call.params),
);
export const getServedModelVersionReady = handler(operations.getServedModelVersionReady, (call) =>
  ready(call, call.params),
);

/** The body as the file of its inference: it is called by what it is, whatever its client said. */
const requestIn = (file: UploadedFile) => {
  const head_bytes = file.headBytes ?? file.size;
  const contentType = head_bytes < file.size ? OPEN_INFERENCE_TYPE : 'application/json';
  return { ...askedFile({ ...file, contentType, fileName: '' }), tensors: { head_bytes } };
};

const versionAsked = async (
  context: QueryContext,
  path: ServedPath,
): Promise<{ readonly model_version_id?: string }> => {
  if (path.version === undefined) return {};
  const { version } = found(await servedModel(context, path));
  return version === undefined ? {} : { model_version_id: version.id };
};

/** Records an inference, and tells it as the protocol does. Throws `model_failed` when it was recorded as a failure. */
const infer = async (
  call: Pick<Call, 'context' | 'upload' | 'newId' | 'write' | 'written'>,
  path: ServedPath,
): Promise<Answer> => {
  const asked = {
    model_id: path.id,
    ...(await versionAsked(call.context, path)),
    body: {},
    ...requestIn(onlyFile(call.upload)),
  };
  const id = call.newId('inference');
  const location = placeOf(operations.getInference.path, { id });
  const { context } = await call.write(modelCommands.runModel, asked, { location, id });
  const { resource } = found(await inferenceById(context, id));
  if (resource.error !== '') throw new Problem('model_failed', resource.error);
  const { version } = found(await servedModel(context, { id: path.id, version: resource.model_version_id }));
  return told(await openAnswerOf(resource, String(version?.version_number ?? '')), call);
};

/** JSON, or JSON with bytes behind it. */
const told = ({ reply, binary }: OpenAnswer, { written }: Pick<Call, 'written'>): Answer => {
  if (binary.length === 0) return answer(reply);
  const head = Buffer.from(JSON.stringify(reply));
  const bytes = Buffer.concat([head, ...binary]);
  return {
    kind: 'stream',
    content: inSlices(bytes),
    contentType: 'application/octet-stream',
    fileName: '',
    headers: {
      [HEAD_HEADER]: String(head.length),
      'Content-Length': String(bytes.length),
      ...(written && { 'X-Position': written.position, 'X-Revision': written.revision ?? '' }),
    },
  };
};

const SLICE = 65_536;

async function* inSlices(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

/** Who may not ask the model, or names no version of it, is refused before the body is read. Nothing is kept of what a private one is asked. */
const asking = {
  uploadRefusal: async (
    context: QueryContext,
    { id = '', version }: Readonly<Record<string, string | undefined>>,
  ) => ((await servedModel(context, { id, version })) === undefined ? notFound() : undefined),
  isPrivateUpload: (context: QueryContext, { id = '' }: Readonly<Record<string, string | undefined>>) =>
    isPrivateModel(context, id),
};

export const inferModel = {
  ...handler(operations.inferModel, (call) => infer(call, call.params)),
  ...asking,
};
export const inferModelVersion = {
  ...handler(operations.inferModelVersion, (call) => infer(call, call.params)),
  ...asking,
};
