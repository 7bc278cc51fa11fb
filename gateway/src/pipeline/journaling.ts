import type { Accessed, Journal } from '@cairn/kernel';
import { errorKind, isUuid } from '@cairn/kernel';
import { actsByScope } from '../operations/administrator-scope.js';
import type { Problem } from '../problems/problem.js';
import type { Audit } from './audit.js';
import type { Exchange } from './exchange.js';
import type { Subject } from './subject.js';

/** Whether the journal tells of requests to this path: of the interface, not of its documents and its probes. */
const isOfInterface = (path: string): boolean => path.startsWith('/api/') || path.startsWith('/admin/');

/** A client that went away before its answer, as others tell it. */
const CLIENT_GONE = 499;

/** Notes an answered request: one small object, written later. */
export const noteAccess = (exchange: Exchange, durationMs: number, journal: Journal, audit: Audit): void => {
  const { route, response, ip } = exchange;
  if (!isOfInterface(route?.operation.path ?? exchange.url)) return;
  const status = response.headersSent ? response.statusCode : CLIENT_GONE;
  const caller = callerOf(exchange);
  journal.note({
    ...caller,
    ...placeOf(exchange),
    status,
    duration_ms: Math.round(durationMs * 100) / 100,
    ip,
    // Of nobody known: an erasure could not find it (S38).
    user_agent: caller.user_id === '' ? '' : exchange.userAgent,
    ...subjectIn(exchange),
    request_id: exchange.requestId,
    ...optional('organization_id', organizationOf(exchange)),
    bytes_in: bytesIn(exchange),
    bytes_out: exchange.bytesOut,
    ...optional('error_code', exchange.refused),
    isAct: route?.isWrite === true,
    isRefused: exchange.refused !== undefined && audit.isOfRights(exchange, status),
    isAdministrators: isAdministrators(exchange),
  });
};

/** What has no route may have a secret anywhere (S14). */
const placeOf = (exchange: Exchange): Pick<Accessed, 'method' | 'path' | 'route'> => {
  const { request, route, besideRoute } = exchange;
  return {
    method: request.method ?? '',
    path: route === undefined && besideRoute === undefined ? '' : exchange.instance,
    route: route?.operation.path ?? '',
  };
};

/** Who it was, as far as that is known: who signs in is known once it has succeeded. */
const callerOf = ({
  principal,
  signedIn,
}: Exchange): Pick<Accessed, 'user_id' | 'api_key_id' | 'session_id'> => ({
  user_id: signedIn ?? principal?.userId ?? '',
  ...optional('api_key_id', principal?.apiKeyId),
  ...optional('session_id', principal?.sessionId),
});

const optional = <Name extends string>(
  name: Name,
  value: string | undefined,
): Partial<Record<Name, string>> =>
  value === undefined ? {} : ({ [name]: value } as Partial<Record<Name, string>>);

const subjectIn = (exchange: Exchange): Pick<Accessed, 'entity' | 'entity_id'> => {
  const subject = subjectOf(exchange);
  return subject === undefined ? {} : { entity: subject.entity, ...optional('entity_id', subject.id) };
};

/** What was made has its id from the command. */
const subjectOf = ({ route, params, made }: Exchange): Subject | undefined => {
  const subject = route?.subject(params);
  return subject === undefined || subject.id !== undefined || made === undefined
    ? subject
    : { ...subject, id: made };
};

/** Of the path, of what was written or answered, of the key: whatever is at hand, and nothing is looked up. */
const organizationOf = (exchange: Exchange): string | undefined =>
  organizationInPath(exchange) ?? exchange.organizationId ?? exchange.principal?.organizationId;

/** Also of one that is founded: its id is the command's. */
const organizationInPath = ({ route, params, made }: Exchange): string | undefined => {
  if (route === undefined) return undefined;
  const { path } = route.operation;
  const named = path.startsWith(IN_ORGANIZATION) ? (params['organization_id'] ?? params['id'] ?? '') : '';
  if (isUuid(named)) return named;
  return route.subject(params)?.entity === 'organization' ? made : undefined;
};
const IN_ORGANIZATION = '/api/v1/organizations/{';

const bytesIn = ({ request }: Exchange): number => {
  const bytes = Number(request.headers['content-length'] ?? 0);
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : 0;
};

/** Whether an administrator does or looks at what only administrators may. */
const isAdministrators = ({ route, principal }: Exchange): boolean => {
  if (route === undefined || principal === undefined) return false;
  const { operation } = route;
  if (actsByScope(operation, principal)) return true;
  return operation.access === 'administrator' && principal.administrator;
};

/** Notes that a request was answered 5xx, by the kind of what was thrown: its message may hold anything. */
export const noteFailure = (exchange: Exchange, problem: Problem, error: unknown, journal: Journal): void => {
  const { route, requestId } = exchange;
  const operation = route?.operation.id ?? 'no operation';
  const { entity = '', id: entityId = '' } = subjectOf(exchange) ?? {};
  journal.noteError({
    name: error === problem ? problem.code : errorKind(error),
    description: `${operation} was answered ${problem.status} (${problem.code}).`,
    where: `${operation} ${problem.code}`,
    entity,
    entityId,
    userId: callerOf(exchange).user_id,
    requestId,
  });
};
