import { operations } from '@cairn/contracts';
import { annotationsOfItem } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, listed } from '../handler.js';

export const listAnnotations = handler(operations.listAnnotations, async (call) =>
  listed(
    found(await annotationsOfItem(call.reading, call.params, call.params.item_id, call.page, call.filters)),
  ),
);
