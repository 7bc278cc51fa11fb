import type { PastAmount, PastReads, Principal } from '@cairn/kernel';
import type { Answer, MayStill } from '../call/answer.js';
import { notFound, Problem } from '../problems/problem.js';
import { etagOf } from '../http/etag.js';
import { isTextual, render } from './answers/render.js';
import { send } from './answers/send.js';
import { sendFile, sendStream } from './answers/send-file.js';
import { admitAgain } from './admission.js';
import { sharerOf } from './caller.js';
import { refuseWhileCatchingUp } from './catching-up.js';
import type { Exchange } from './exchange.js';
import { fresh, freshnessOf } from './freshness.js';
import { requestedPointInTime, pastReads, contextAt, contextNow } from './point-in-time.js';
import { refuseOtherRevision } from './preconditions.js';
import type { ReadQuery } from './query.js';
import type { Found } from './router.js';
import { ServedCall } from './served-call.js';
import type { Dependencies, TagAsked } from './dependencies.js';

/** Answers a GET or HEAD. What anybody may read waits for nothing. */
export const answerRead = async (
  exchange: Exchange,
  found: Found,
  principal: Principal,
  dependencies: Dependencies,
): Promise<void> => {
  const query = found.route.readQuery(found.query);
  if (readsModels(found)) await refuseWhileCatchingUp(dependencies.catchingUp);
  const freshness =
    found.route.operation.access === 'anonymous' ? undefined : freshnessOf(exchange, dependencies);
  const ask = async (caller: Principal) => {
    const past = await pastOf(exchange, found, caller, query, dependencies);
    const call = await readCall(exchange, found, caller, query, dependencies, past);
    return { call, answer: await asked(call) };
  };
  const askAgain = async () => ask(await admitAgain(exchange, found.route, dependencies));
  const { call, answer } =
    freshness === undefined
      ? await ask(principal)
      : await fresh(exchange, dependencies, freshness, () => ask(principal), askAgain);
  await sendAnswer(call, answer);
};

/** A read of one thing that was read more of than this is as heavy as a list. */
const HEAVY: PastAmount = { events: 1_000, bytes: 4_000_000 };

/**
 * What this request may read of the past. A list of the past and a history take one of the few places for what is heavy,
 * and wait for it; a read of one thing takes one when it turns out to be. Throws `too_many_at_once`, `overloaded`.
 */
const pastOf = async (
  exchange: Exchange,
  { route: { operation } }: Found,
  principal: Principal,
  query: ReadQuery,
  dependencies: Dependencies,
): Promise<PastReads> => {
  const { holdings, ip } = exchange;
  const sharer = sharerOf(principal, ip);
  const isOfPast = query.asOf !== undefined || query.revision !== undefined;
  if (operation.history === true || (operation.list !== undefined && isOfPast))
    await holdings.heavyReadInTime(sharer);
  return pastReads(dependencies, (read) => {
    if (read.events > HEAVY.events || read.bytes > HEAVY.bytes) holdings.heavyRead(sharer);
  });
};

/** What anybody may read is not made of read models, nor is what tells how far these are. */
const readsModels = ({ route: { operation } }: Found): boolean =>
  operation.access !== 'anonymous' && operation.id !== 'listProjections';

const asked = (call: ServedCall): Promise<Answer> => call.read.found.route.handler.handle(call);

/** Sends whatever a handler answered. */
export const sendAnswer = async (call: ServedCall, answer: Answer): Promise<void> => {
  const { exchange } = call.read;
  if (answer.kind === 'file') await sendFile(exchange, call.dependencies, answer, allowedStill(call, answer));
  else if (answer.kind === 'stream')
    await sendStream(exchange, call.dependencies, answer, allowedStill(call, answer));
  else if (isTextual(answer)) {
    const rendered = await render(call, answer);
    refuseOtherRevision(exchange, rendered.headers['ETag']);
    send(exchange, call.dependencies, rendered);
  }
};

/** Asks again what was decided before the first byte: who calls, and whether they may have these bytes. */
const allowedStill =
  ({ read: { exchange, found }, dependencies }: ServedCall, { mayStill }: { readonly mayStill?: MayStill }) =>
  async (): Promise<void> => {
    const now = contextNow(dependencies, await admitAgain(exchange, found.route, dependencies));
    if (mayStill !== undefined && !(await mayStill(now))) throw notFound();
  };

/** The call, reading of the moment that the query asks for. Throws `in_future` once it is sure that the caller may know. */
const readCall = async (
  exchange: Exchange,
  found: Found,
  principal: Principal,
  query: ReadQuery,
  dependencies: Dependencies,
  past: PastReads,
): Promise<ServedCall> => {
  const now = callOf(exchange, found, principal, query, dependencies, past);
  if (query.asOf === undefined && query.revision === undefined) return now;
  const pointInTime = await requestedPointInTime(dependencies, found, principal, query, past);
  if (pointInTime === 'none') throw notFound();
  if (pointInTime === 'future') {
    await asked(now);
    throw new Problem('in_future');
  }
  return new ServedCall(dependencies, {
    ...now.read,
    context: contextAt(dependencies, principal, pointInTime, past),
  });
};

const callOf = (
  exchange: Exchange,
  found: Found,
  principal: Principal,
  query: ReadQuery,
  dependencies: Dependencies,
  past = pastReads(dependencies),
): ServedCall =>
  new ServedCall(dependencies, {
    exchange,
    found,
    principal,
    query,
    context: { ...contextNow(dependencies, principal), past },
    respondAsync: false,
    waitSeconds: 0,
    commandId: '',
    digest: '',
  });

/** The ETag that a GET of a path would have now, for 412; `undefined` when it would not answer. */
export const etagAt = async (location: string, call: TagAsked): Promise<string | undefined> => {
  const found = call.dependencies.router.find('GET', location);
  if (found === undefined) return undefined;
  try {
    const { exchange, principal } = call.read;
    const query = found.route.readQuery('');
    const answer = await asked(callOf(exchange, found, principal, query, call.dependencies));
    return answer.kind === 'resource' && answer.revision !== undefined
      ? etagOf(answer.revision, JSON.stringify(answer.body))
      : undefined;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
};
