import type { Operation, ParamsOf } from '@cairn/contracts';
import { modelWriteRefusal, type WrittenModel } from '@cairn/models';
import type { Handler } from '../../call/handler.js';

/** Answers an upload; who may not write what it is for is refused before the file is read. */
export const modelUploadHandler = <Definition extends Operation>(
  handler: Handler<Definition>,
  pathOf: (params: ParamsOf<Definition>) => WrittenModel,
): Handler<Definition> => ({
  ...handler,
  uploadRefusal: (context, params) => modelWriteRefusal(context, pathOf(params as ParamsOf<Definition>)),
});
