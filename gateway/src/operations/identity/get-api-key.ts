import { operations } from '@cairn/contracts';
import { ownApiKey } from '@cairn/identity';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';

export const getAPIKey = handler(operations.getAPIKey, async (call) =>
  ok(found(await ownApiKey(call.reading, call.edge.registers, call.params.id))),
);
