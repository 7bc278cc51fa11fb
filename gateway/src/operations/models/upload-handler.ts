import type { Operation, ParamsOf } from '@cairn/contracts';
import { modelWriteRefusal, type WrittenModel } from '@cairn/models';
import { type Answer, type Call, type Handler, handler } from '../handler.js';

/** Answers an upload; who may not write what it is for is refused before the file is read. */
export const modelUploadHandler = <Definition extends Operation>(
  operation: Definition,
  pathOf: (params: ParamsOf<Definition>) => WrittenModel,
  handle: (call: Call<Definition>) => Promise<Answer>,
): Handler<Definition> => ({
  ...handler(operation, handle),
  uploadRefusal: (context, params) => modelWriteRefusal(context, pathOf(params as ParamsOf<Definition>)),
});
