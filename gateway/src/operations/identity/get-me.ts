import { operations } from '@cairn/contracts';
import { ownUser } from '@cairn/identity';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';

export const getMe = handler(operations.getMe, async (call) =>
  ok(found(await ownUser(call.reading, call.edge.registers))),
);
