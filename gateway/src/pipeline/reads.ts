import type { Principal } from '@cairn/kernel';
import type { Answer } from '../operations/handler.js';
import { notFound, Problem } from '../problems/problem.js';
import { etagOf } from '../http/etag.js';
import { isTextual, render } from './answers/render.js';
import { send } from './answers/send.js';
import { sendFile, sendStream } from './answers/send-file.js';
import { admitAgain } from './admission.js';
import type { Exchange } from './exchange.js';
import { fresh, freshnessOf } from './freshness.js';
import { askedMoment, readingAt, readingNow } from './moments.js';
import { refuseOtherRevision } from './preconditions.js';
import type { ReadQuery } from './query.js';
import type { Found } from './router.js';
import { ServedCall } from './served-call.js';
import type { Workings } from './workings.js';

/** Answers a GET or HEAD. What anybody may read waits for nothing. */
export const answerRead = async (
  exchange: Exchange,
  found: Found,
  principal: Principal,
  workings: Workings,
): Promise<void> => {
  const query = found.route.readQuery(found.query);
  if (readsModels(found)) await workings.catchingUp.refuseRead();
  const freshness =
    found.route.operation.access === 'anonymous' ? undefined : freshnessOf(exchange, workings);
  const ask = async (caller: Principal) => {
    const call = await readCall(exchange, found, caller, query, workings);
    return { call, answer: await asked(call) };
  };
  const askAgain = async () => ask(await admitAgain(exchange, found.route, workings));
  const { call, answer } =
    freshness === undefined
      ? await ask(principal)
      : await fresh(exchange, workings, freshness, () => ask(principal), askAgain);
  await sendAnswer(call, answer);
};

/** What anybody may read is not made of read models, nor is what tells how far these are. */
const readsModels = ({ route: { operation } }: Found): boolean =>
  operation.access !== 'anonymous' && operation.id !== 'listProjections';

const asked = (call: ServedCall): Promise<Answer> => call.read.found.route.handler.handle(call);

/** Sends whatever a handler answered. */
export const sendAnswer = async (call: ServedCall, answer: Answer): Promise<void> => {
  const { exchange } = call.read;
  if (answer.kind === 'file') await sendFile(exchange, call.workings, answer);
  else if (answer.kind === 'stream') await sendStream(exchange, call.workings, answer);
  else if (isTextual(answer)) {
    const rendered = await render(call, answer);
    refuseOtherRevision(exchange, rendered.headers['ETag']);
    send(exchange, call.workings, rendered);
  }
};

/** The call, reading of the moment that the query asks for. Throws `in_future` once it is sure that the caller may know. */
const readCall = async (
  exchange: Exchange,
  found: Found,
  principal: Principal,
  query: ReadQuery,
  workings: Workings,
): Promise<ServedCall> => {
  const now = callOf(exchange, found, principal, query, workings);
  if (query.asOf === undefined && query.revision === undefined) return now;
  const moment = await askedMoment(workings, found.params, query);
  if (moment === 'none') throw notFound();
  if (moment === 'future') {
    await asked(now);
    throw new Problem('in_future');
  }
  return new ServedCall(workings, { ...now.read, reading: readingAt(workings, principal, moment) });
};

const callOf = (
  exchange: Exchange,
  found: Found,
  principal: Principal,
  query: ReadQuery,
  workings: Workings,
): ServedCall =>
  new ServedCall(workings, {
    exchange,
    found,
    principal,
    query,
    reading: readingNow(workings, principal),
    respondAsync: false,
    commandId: '',
    digest: '',
  });

/** The ETag that a GET of a path would have now, for 412; `undefined` when it would not answer. */
export const etagAt = async (location: string, call: ServedCall): Promise<string | undefined> => {
  const found = call.workings.router.find('GET', location);
  if (found === undefined) return undefined;
  try {
    const { exchange, principal } = call.read;
    const query = found.route.readQuery('');
    const answer = await asked(callOf(exchange, found, principal, query, call.workings));
    return answer.kind === 'resource' && answer.revision !== undefined
      ? etagOf(answer.revision, JSON.stringify(answer.body))
      : undefined;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
};
