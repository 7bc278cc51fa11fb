import type { Refusal } from '../base/refusal.js';
import type { CommandReply } from './command-message.js';

type RefusedReply = Extract<CommandReply, { readonly status: 'refused' }>;

/** A refusal as who asked is told of it. */
export const refusedReply = ({ refused, ...told }: Refusal): RefusedReply => ({
  status: 'refused',
  code: refused,
  ...told,
});

/** The refusal that a reply tells of. Throws when it is none: something else was asked for. */
export const refusalOf = (reply: { readonly status: string }, asked: string): Refusal => {
  if (reply.status !== 'refused') throw new Error(`${asked} was answered with ${reply.status}`);
  const { status: _status, code, ...told } = reply as RefusedReply;
  return { refused: code, ...told };
};
