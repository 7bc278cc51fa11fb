import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkOf, rememberRefused } from '@cairn/kernel';
import { actsByScope } from '../call/administrator-scope.js';
import { refuseAmbiguous, refuseExpectation } from '../http/framing.js';
import { notFound, Problem } from '../problems/problem.js';
import { admit } from './admission.js';
import { type Sharer, sharerOf } from './caller.js';
import { Exchange } from './exchange.js';
import { noteAccess } from './journaling.js';
import { answerRead } from './reads.js';
import { refuse } from './refusals.js';

import type { Route } from './route.js';
import { type Found, refuseTarget } from './router.js';
import { tracedExchange } from './traced-exchange.js';
import type { Dependencies } from './dependencies.js';
import { answerWrite } from './writes.js';

/** Answers every request: find the operation and a place, admit the caller, read or write, refuse what is wrong. */
export const serve =
  (dependencies: Dependencies) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const found = dependencies.router.find(request.method, request.url ?? '/');
    const load = found === undefined ? 'requests' : found.route.load;
    const ip = dependencies.addresses.of(request);
    const place =
      load && (await dependencies.load[load].take(request.headers.authorization ?? networkOf(ip)));
    if (load !== undefined && place === undefined) {
      dependencies.refuseOverload(request, response);
      return;
    }
    const exchange = new Exchange(request, response, ip, place, dependencies.load.holdings());
    const answered = async (): Promise<void> => {
      await answerOrRefuse(exchange, found, dependencies);
      tell(exchange, dependencies);
      await noteUnused(exchange, dependencies);
    };
    // Who looks whether the process lives is in no trace.
    await (load === undefined ? answered() : tracedExchange(exchange, found, answered));
  };

const answerOrRefuse = async (
  exchange: Exchange,
  found: Found | undefined,
  dependencies: Dependencies,
): Promise<void> => {
  try {
    if (exchange.place !== undefined) await dependencies.load.begin();
    await answer(exchange, found, dependencies);
  } catch (error) {
    refuse(exchange, error, dependencies);
  } finally {
    exchange.place?.leave();
    exchange.holdings.giveBack();
  }
};

const answer = async (
  exchange: Exchange,
  found: Found | undefined,
  dependencies: Dependencies,
): Promise<void> => {
  const { options, rates } = dependencies;
  refuseAmbiguous(exchange.request);
  refuseExpectation(exchange.request);
  refuseTarget(exchange.url);
  if (found === undefined) throw unrouted(exchange, dependencies);
  const { route } = found;
  exchange.route = route;
  exchange.params = found.params;
  const principal = await admit(exchange, route, options.authenticator, rates);
  // Who sends it is known now, the place was taken before: in between it waits for nobody but this side.
  await takeShare(exchange, route, sharerOf(principal, exchange.ip), dependencies);
  route.refuseParams(found.params);
  await (route.isWrite ? answerWrite : answerRead)(exchange, found, principal, dependencies);
};

const takeShare = async (
  { holdings, place }: Exchange,
  { load }: Route,
  sharer: Sharer,
  dependencies: Dependencies,
): Promise<void> => {
  if (load === 'transfers') holdings.take('transfers', sharer);
  else if (load !== undefined) await place?.claim(dependencies.load.shares[load], sharer);
};

/** What nothing was done with must not count as a file that the log has lost (ADR-0014). */
const noteUnused = async (
  { unused, requestId, principal }: Exchange,
  { options, unusedUploads }: Dependencies,
): Promise<void> => {
  if (unused.size === 0) return;
  const bytes = [...unused.values()].reduce((sum, size) => sum + size, 0);
  try {
    await unusedUploads.note(principal?.userId ?? '', bytes);
    await rememberRefused(options.registers, unused.keys());
  } catch (error) {
    options.logger.warn({ request: requestId, err: error }, 'files of a refused upload could not be noted');
  }
};

/** 405 for what has other methods, among them OPTIONS (no other origin is served) and TRACE; 404 for the rest. */
const unrouted = (exchange: Exchange, { router }: Dependencies): Problem => {
  const allowed = router.allowed(exchange.url);
  if (allowed.length === 0) return notFound();
  exchange.besideRoute = router.find(allowed[0], exchange.url)?.route;
  return new Problem('method_not_allowed', undefined, { headers: { Allow: allowed.join(', ') } });
};

/** Metrics for all; a line for what was refused and for what an administrator did (S42), without paths, which hold secrets. */
const tell = (exchange: Exchange, { options, audit, edge }: Dependencies): void => {
  const { request, response, route, refused } = exchange;
  const facts = {
    operation: route?.operation.id,
    method: request.method ?? '',
    status: response.statusCode,
    durationMs: performance.now() - exchange.startedAt,
    ...(exchange.bound === undefined ? {} : { bound: exchange.bound }),
  };
  options.observe?.({ ...facts, problem: refused });
  noteAccess(exchange, facts.durationMs, edge.journal, audit);
  if (refused === undefined && !isAct(exchange)) return;
  const line = {
    audit: true,
    ...facts,
    request: exchange.requestId,
    refused,
    ip: exchange.ip,
    caller: callerFacts(exchange),
  };
  if (refused === undefined) options.logger.warn(line, 'administration');
  else options.logger[audit.levelOf(exchange, facts.status)](line, 'refused');
};

/** Whether an administrator changes something, or reads what only a right of its own shows. */
const isAct = ({ route, principal }: Exchange): boolean => {
  if (route === undefined) return false;
  const { operation, isWrite } = route;
  if (isWrite && operation.access === 'administrator') return true;
  return principal !== undefined && actsByScope(operation, principal);
};

const callerFacts = ({ principal }: Exchange): object | undefined =>
  principal && { kind: principal.kind, user: principal.userId, api_key_id: principal.apiKeyId };
