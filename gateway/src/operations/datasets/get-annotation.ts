import { operations } from '@cairn/contracts';
import { annotationById } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';

export const getAnnotation = handler(operations.getAnnotation, async (call) =>
  ok(found(await annotationById(call.reading, call.params, call.params.item_id, call.params.id))),
);
