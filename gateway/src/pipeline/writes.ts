import { permissionToRead } from '@cairn/contracts';
import { freshId, type Principal, scopesCover } from '@cairn/kernel';
import type { Answer } from '../call/answer.js';
import { revisionsOfIfMatch } from '../http/etag.js';
import { preferencesOf } from '../http/prefer.js';
import { decidedWithinMs, keyHeldMs } from '../options/limits.js';
import { Problem } from '../problems/problem.js';
import { admitAgain } from './admission.js';
import { callerOf } from './caller.js';
import { isTextual, render, renderPending, renderUnreadable } from './answers/render.js';
import type { Rendered } from './answers/rendered.js';
import { send } from './answers/send.js';
import type { Exchange } from './exchange.js';
import { idempotencyKeyOf } from './idempotency/idempotency.js';
import { contextNow } from './point-in-time.js';
import { refuseKnown } from './preconditions.js';
import { readSent } from './read-body.js';
import { sendAnswer } from './reads.js';
import type { Route } from './route.js';
import type { Found } from './router.js';
import type { ReadRequest } from './read-request.js';
import { ServedCall, StillPending } from './served-call.js';
import { refuseUpload } from './uploads/refuse-upload.js';
import type { Dependencies } from './dependencies.js';

/** Answers a POST, PUT or DELETE. */
export const answerWrite = async (
  exchange: Exchange,
  found: Found,
  principal: Principal,
  dependencies: Dependencies,
): Promise<void> => {
  const key = idempotencyKeyOf(exchange.header('idempotency-key'));
  const read = await readWrite(exchange, found, principal, dependencies);
  if (key === undefined) await answerOnce(new ServedCall(dependencies, read));
  else await answerKeyed(key, read, dependencies);
  for (const { sha256 } of read.upload?.files ?? []) exchange.unused.delete(sha256);
};

const readWrite = async (
  exchange: Exchange,
  found: Found,
  principal: Principal,
  dependencies: Dependencies,
): Promise<ReadRequest> => {
  const query = found.route.readQuery(found.query);
  const expectedRevisions = revisionsOf(exchange, found.route);
  const { respondAsync, waitSeconds } = preferencesOf(exchange.header('prefer'));
  await refuseUpload(found, principal, dependencies);
  found.route.handler.refuseUnread?.(found.params, query.values);
  const { isReceived } = exchange;
  const sent = await readSent(exchange, found, dependencies);
  const caller = isReceived ? principal : await admitAgain(exchange, found.route, dependencies);
  await countPassword(sent.body, found.route, caller, exchange, dependencies);
  return {
    exchange,
    found,
    principal: caller,
    query,
    context: contextNow(dependencies, caller),
    respondAsync,
    waitSeconds: found.route.operation.waits === true ? waitSeconds : 0,
    expectedRevisions,
    commandId: freshId(),
    ...sent,
  };
};

/** A password that comes with a bearer is compared as that of a login is: it counts in the rate of logins too. */
const countPassword = async (
  body: unknown,
  { operation }: Route,
  caller: Principal,
  { ip }: Exchange,
  { rates }: Dependencies,
): Promise<void> => {
  const isGiven =
    operation.asksPassword === true && typeof body === 'object' && body !== null && 'password' in body;
  if (isGiven) await rates.take('login', { principal: caller, ip });
};

/**
 * Of which revisions the resource may be when the command decides. A PUT or DELETE with `If-None-Match: *` is for what is
 * not there (`''`): whatever revision it has by then is wrong. A tag that is not there now does not come back.
 */
const revisionsOf = (exchange: Exchange, { operation }: Route): readonly string[] | undefined => {
  const expected = revisionsOfIfMatch(exchange.header('if-match'));
  const isForNothing = operation.method !== 'POST' && exchange.header('if-none-match')?.trim() === '*';
  return isForNothing ? [''] : expected;
};

const answerOnce = async (call: ServedCall): Promise<void> => {
  const outcome = await outcomeOf(call);
  await sendOutcome(call, outcome);
};

/** A final answer is kept under the key; one that is not, or none at all, frees it. */
const answerKeyed = async (key: string, read: ReadRequest, dependencies: Dependencies): Promise<void> => {
  const { exchange, principal, digest } = read;
  const caller = callerOf(principal, exchange.ip);
  const { operation } = read.found.route;
  const heldMs = keyHeldMs(decidedWithinMs(operation, dependencies.limits));
  const claim = await dependencies.idempotency.claim({
    caller,
    operation: operation.id,
    key,
    digest,
    heldMs,
  });
  if (claim.kind === 'replay') {
    exchange.headers['Idempotency-Replayed'] = 'true';
    send(exchange, dependencies, claim.reply);
    return;
  }
  const call = new ServedCall(dependencies, { ...read, commandId: claim.commandId });
  let outcome: Outcome;
  try {
    outcome = await outcomeOf(call);
  } catch (error) {
    await claim.settle(undefined);
    throw error;
  }
  await claim.settle(outcome.kind === 'final' ? outcome.rendered : undefined);
  await sendOutcome(call, outcome);
};

type Outcome =
  | { readonly kind: 'final' | 'pending'; readonly rendered: Rendered }
  | { readonly kind: 'bytes'; readonly answer: Answer };

const outcomeOf = async (call: ServedCall): Promise<Outcome> => {
  try {
    await refuseKnown(call);
    const answer = await call.read.found.route.handler.handle(call);
    if (!isTextual(answer)) return { kind: 'bytes', answer };
    const rendered = await render(call, answer);
    return {
      kind: 'final',
      rendered: call.lags && call.written !== undefined ? { ...rendered, status: 202 } : rendered,
    };
  } catch (error) {
    if (error instanceof StillPending)
      return { kind: 'pending', rendered: renderPending(call, error.target) };
    if (call.target === undefined || !isUnreadable(error, call.read)) throw error;
    return { kind: 'final', rendered: renderUnreadable(call, call.target) };
  }
};

/** Whether a key that may write and not read was refused what its own write came to: it is done all the same. */
const isUnreadable = (error: unknown, { found, principal }: ReadRequest): boolean => {
  const { permission } = found.route;
  if (!(error instanceof Problem) || error.code !== 'not_found' || permission === undefined) return false;
  return !scopesCover(principal.scopes, permissionToRead(permission));
};

const sendOutcome = async (call: ServedCall, outcome: Outcome): Promise<void> => {
  const { exchange } = call.read;
  if (call.replayed) exchange.headers['Idempotency-Replayed'] = 'true';
  if (outcome.kind === 'bytes') await sendAnswer(call, outcome.answer);
  else send(exchange, call.dependencies, outcome.rendered);
};
