/** What a row of `rights.ts` comes to for somebody. */
import type { Right, Row } from './rights.js';

/** Who asks. */
export interface Caller {
  /** What it is to the owner of what the path names. */
  readonly is: 'the owner' | 'a share editor' | 'a share viewer' | 'a stranger';
  /** Its bearer is good. */
  readonly known: boolean;
  readonly administrates?: true;
  /** Of a key; absent for a session, which may all. */
  readonly scopes?: readonly string[];
}

const MAY: Readonly<Record<Caller['is'], readonly Right[]>> = {
  'the owner': ['read', 'write', 'delete', 'share'],
  'a share editor': ['read', 'write'],
  'a share viewer': ['read'],
  'a stranger': [],
};

type Visibility = 'private' | 'public';

const covers = ({ scopes = ['*:*'] }: Caller, scope: string | undefined): boolean =>
  scope === undefined || scopes.includes('*:*') || scopes.includes(scope);

const sees = (caller: Caller, scope: string | undefined, visibility: Visibility): boolean =>
  covers(caller, scope) && (visibility === 'public' || MAY[caller.is].includes('read'));

/** Of what the path names: a refusal to a caller whose bearer is good and has the scope. */
const OF_WHAT_IS_NAMED: Readonly<
  Record<Right, (caller: Caller, row: Row, visibility: Visibility) => string | undefined>
> = {
  anybody: () => undefined,
  administrator: ({ administrates }) => (administrates ? undefined : 'administrator_required'),
  own: () => undefined,
  'own by a session': ({ scopes }) => (scopes === undefined ? undefined : 'session_required'),
  'own keys by a session': ({ scopes }) => (scopes === undefined ? undefined : 'key_cannot_make_keys'),
  'keys of the person by a session': ({ is, scopes }) => {
    if (scopes !== undefined) return 'key_cannot_make_keys';
    return is === 'the owner' ? undefined : 'not_found';
  },
  'of everybody': () => undefined,
  'of no device': () => 'not_found',
  'of the person': ({ is }) => (is === 'the owner' ? undefined : 'not_found'),
  'of the group': ({ is }) => (is === 'the owner' ? undefined : 'not_found'),
  'past of the group': ({ is }) => (is === 'the owner' ? undefined : 'not_found'),
  'group that administrators see': ({ is, administrates }) =>
    is === 'the owner' || administrates ? undefined : 'not_found',
  read: (caller, _, visibility) => (sees(caller, undefined, visibility) ? undefined : 'not_found'),
  execute: (caller, _, visibility) => (sees(caller, undefined, visibility) ? undefined : 'not_found'),
  inference: ({ is }) => (is === 'the owner' ? undefined : 'not_found'),
  'own inference': ({ is }) => (is === 'the owner' ? undefined : 'not_found'),
  // Who only reads the workflow knows of its own executions alone.
  execution: ({ is }) => (MAY[is].includes('write') ? undefined : 'not_found'),
  'own execution': ({ is }) => {
    if (!MAY[is].includes('write')) return 'not_found';
    return is === 'the owner' ? undefined : 'forbidden';
  },
  write: (caller, [right], visibility) => changes(caller, right, visibility),
  delete: (caller, [right], visibility) => changes(caller, right, visibility),
  share: (caller, [right], visibility) => changes(caller, right, visibility),
  'who sees it': (caller, [, scope], visibility) =>
    changes(caller, 'share', visibility) ??
    (covers(caller, scope?.replace(':read', ':share')) ? undefined : 'scope_missing'),
  'read job': () => undefined,
  'cancel job': ({ is }) => (MAY[is].includes('write') ? undefined : 'forbidden'),
  'read event': () => undefined,
};

const changes = (caller: Caller, right: Right, visibility: Visibility): string | undefined => {
  if (!sees(caller, undefined, visibility)) return 'not_found';
  return MAY[caller.is].includes(right) ? undefined : 'forbidden';
};

/** What has an address of its own: a caller without the scope is told what one is told who does not see the dataset. */
const HIDDEN: ReadonlyMap<Right, string> = new Map([
  ['read job', 'job_not_found'],
  ['read event', 'not_found'],
]);

/** The code with which a caller is refused, `undefined` when it may. */
export const refusalOf = (row: Row, caller: Caller, visibility: Visibility): string | undefined => {
  const [right, scope] = row;
  if (right === 'anybody') return undefined;
  if (!caller.known) return 'unauthenticated';
  const missing = HIDDEN.get(right);
  if (missing !== undefined) return sees(caller, scope, visibility) ? undefined : missing;
  return refusalToWhoMayKnow(row, caller, visibility);
};

const refusalToWhoMayKnow = (row: Row, caller: Caller, visibility: Visibility): string | undefined => {
  const [right, scope] = row;
  if (right === 'cancel job' && !sees(caller, 'datasets:read', visibility)) return 'job_not_found';
  if (right !== 'administrator' && !covers(caller, scope)) return 'scope_missing';
  return OF_WHAT_IS_NAMED[right](caller, row, visibility);
};

/** Every code that says that a caller may not. */
export const REFUSALS: ReadonlySet<string> = new Set([
  'unauthenticated',
  'administrator_required',
  'session_required',
  'key_cannot_make_keys',
  'scope_missing',
  'not_found',
  'job_not_found',
  'forbidden',
]);
