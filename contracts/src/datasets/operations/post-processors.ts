import { Type } from '@sinclair/typebox';
import { operationsById } from '../../kit/record.js';
import { ok } from '../../kit/replies.js';
import { PostProcessorWithModel, postProcessor } from '../post-processor.js';

const { get, list } = postProcessor.operations;

export const {
  createDatasetPostProcessor,
  getDatasetPostProcessor,
  updateDatasetPostProcessor,
  deleteDatasetPostProcessor,
  restoreDatasetPostProcessor,
  revertDatasetPostProcessor,
  listDatasetPostProcessorHistory,
} = operationsById(postProcessor);

export const listDatasetPostProcessors = {
  ...list,
  replies: ok(
    'Post-processors with what each asks; `sort=order` lists them as they work.',
    Type.Array(PostProcessorWithModel),
  ),
  example: {
    reply: [{ ...get.example.reply, is_external: true, provider_name: 'Hugging Face' }],
  },
};
