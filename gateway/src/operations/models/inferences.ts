import { modelCommands, operations, type ParamsOf } from '@cairn/contracts';
import type { QueryContext } from '@cairn/kernel';
import {
  askRefusal,
  inferenceById,
  inferenceFile,
  inferenceFileRefusal,
  inferencesFor,
  isPrivateModel,
} from '@cairn/models';
import { ok } from '../../call/answer.js';
import type { Call } from '../../call/call.js';
import { handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';
import { list, resource, sentIn } from '../resource.js';
import { storedFile } from '../stored-file.js';
import { askedFile, fileRecord, onlyFile } from '../uploaded-file.js';

const inference = resource({
  path: operations.getInference.path,
  commands: modelCommands,
  role: 'inference',
  read: (context, { id }: ParamsOf<typeof operations.getInference>, deleted) =>
    inferenceById(context, id, deleted),
});

/** A text in the body, or a file in a form. */
const askedOf = ({ body, upload }: Pick<Call<typeof operations.runModel>, 'body' | 'upload'>) => {
  return { body: (body as typeof body | undefined) ?? {}, ...(upload && askedFile(onlyFile(upload))) };
};

export const listInferences = list(operations.listInferences, ({ context, page, filters }) =>
  inferencesFor(context, page, filters),
);
export const getInference = inference.get(operations.getInference);

/** Who may not ask the model is refused before a file is read; of what a private one is asked nothing is kept. */
const asking = {
  uploadRefusal: (context: QueryContext, { model_id = '' }: Params) => askRefusal(context, model_id),
  isPrivateUpload: (context: QueryContext, { model_id = '' }: Params) => isPrivateModel(context, model_id),
};
type Params = Readonly<Record<string, string | undefined>>;

export const runModel = {
  ...inference.create(operations.runModel, {
    inputOf: (call) => ({ ...call.params, ...askedOf(call) }),
  }),
  ...asking,
};
export const runModelVersion = {
  ...inference.create(operations.runModelVersion, {
    command: modelCommands.runModel,
    inputOf: (call) => ({ ...call.params, ...askedOf(call) }),
  }),
  ...asking,
};
export const addInference = inference.create(operations.addInference);

/** The parameter of its path is called otherwise. */
export const updateInference = handler(operations.updateInference, async (call) => {
  const { inference_id: id } = call.params;
  const { context } = await call.write(modelCommands.updateInference, sentIn(call), inference.at({ id }));
  return ok(found(await inferenceById(context, id)));
});
export const deleteInference = inference.remove(operations.deleteInference);

export const uploadInference = {
  ...inference.change(operations.uploadInference, {
    inputOf: ({ params, upload }) => ({ ...params, file: fileRecord(onlyFile(upload)) }),
  }),
  uploadRefusal: (context: QueryContext, { id = '' }: Params) => inferenceFileRefusal(context, id),
};
export const downloadInference = handler(operations.downloadInference, ({ context, params }) =>
  storedFile(context, (reading) => inferenceFile(reading, params.id)),
);
