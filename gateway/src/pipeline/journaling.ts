import { OPEN_INFERENCE } from '@cairn/contracts';
import type { Accessed, ErrorReports, Journal } from '@cairn/kernel';
import { errorKind, isUuid } from '@cairn/kernel';
import { actsByScope } from '../call/administrator-scope.js';
import type { Problem } from '../problems/problem.js';
import type { Audit } from './audit.js';
import type { Exchange } from './exchange.js';
import type { Subject } from './subject.js';

/** Whether the journal tells of requests to this path: of the interface, not of its documents and its probes. */
const isOfInterface = ({ route, url }: Exchange): boolean => {
  const path = route?.operation.path ?? url;
  return OF_INTERFACE.some((beginning) => path.startsWith(beginning));
};

const OF_INTERFACE = ['/api/', '/admin/', `${OPEN_INFERENCE}/models/`];

/** A client that went away before its answer, as others tell it. */
const CLIENT_GONE = 499;

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** Notes an answered request: one small object, written later. */
export const noteAccess = (exchange: Exchange, durationMs: number, journal: Journal, audit: Audit): void => {
  if (!isOfInterface(exchange)) return;
  const { principal, refused } = exchange;
  const noted = entryOf(exchange, durationMs);
  const subject = subjectOf(exchange);
  tell(noted, 'api_key_id', principal?.apiKeyId);
  tell(noted, 'session_id', principal?.sessionId);
  tell(noted, 'entity', subject?.entity);
  tell(noted, 'entity_id', subject?.id);
  tell(noted, 'organization_id', organizationOf(exchange, subject));
  tell(noted, 'error_code', refused);
  if (refused !== undefined) noted.isRefused = audit.isOfRights(exchange, noted.status);
  journal.note(noted);
};

/** What every entry tells. One is made for each request: they have one shape, and nothing is copied for them. */
const entryOf = (exchange: Exchange, durationMs: number): Writable<Accessed> => {
  const { request, response, route } = exchange;
  const userId = userOf(exchange);
  return {
    user_id: userId,
    method: request.method ?? '',
    path: pathIn(exchange),
    route: route?.operation.path ?? '',
    status: response.headersSent ? response.statusCode : CLIENT_GONE,
    duration_ms: Math.round(durationMs * 100) / 100,
    ip: exchange.ip,
    // Of nobody known: an erasure could not find it (S38).
    user_agent: userId === '' ? '' : exchange.userAgent,
    request_id: exchange.requestId,
    bytes_in: bytesIn(exchange),
    bytes_out: exchange.bytesOut,
    isAct: route?.isWrite === true,
    isRefused: false,
    isAdministrators: isAdministrators(exchange),
  };
};

const tell = <Name extends keyof Accessed>(
  noted: Writable<Accessed>,
  name: Name,
  value: Writable<Accessed>[Name] | undefined,
): void => {
  if (value !== undefined) noted[name] = value;
};

/** What has no route may have a secret anywhere (S14). */
const pathIn = (exchange: Exchange): string =>
  exchange.route === undefined && exchange.besideRoute === undefined ? '' : exchange.keptPath;

/** Who it was, as far as that is known: who signs in is known once it has succeeded. */
const userOf = ({ principal, signedIn }: Exchange): string => signedIn ?? principal?.userId ?? '';

/** What was made has its id from the command. What a caller called it by a uid is no id. */
const subjectOf = ({ route, params, made }: Exchange): Subject | undefined => {
  const subject = route?.subject(params);
  const isTold = subject !== undefined && subject.id === undefined && made !== undefined && isUuid(made);
  return isTold ? { ...subject, id: made } : subject;
};

/** Of the path, of what was written or answered, of the key: whatever is at hand, and nothing is looked up. */
const organizationOf = (exchange: Exchange, subject: Subject | undefined): string | undefined =>
  organizationInPath(exchange, subject) ?? exchange.organizationId ?? exchange.principal?.organizationId;

/** Also of one that is founded: its id is the command's. */
const organizationInPath = (
  { route, params, made }: Exchange,
  subject: Subject | undefined,
): string | undefined => {
  if (route?.operation.path.startsWith(IN_ORGANIZATION) === true) {
    const named = params['organization_id'] ?? params['id'] ?? '';
    if (isUuid(named)) return named;
  }
  return subject?.entity === 'organization' ? made : undefined;
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
export const noteFailure = (
  exchange: Exchange,
  problem: Problem,
  error: unknown,
  errors: ErrorReports,
): void => {
  const { route, requestId } = exchange;
  const operation = route?.operation.id ?? 'no operation';
  const { entity = '', id: entityId = '' } = subjectOf(exchange) ?? {};
  errors.note({
    name: error === problem ? problem.code : errorKind(error),
    description: `${operation} was answered ${problem.status} (${problem.code}).`,
    where: `${operation} ${problem.code}`,
    entity,
    entityId,
    userId: userOf(exchange),
    requestId,
  });
};
