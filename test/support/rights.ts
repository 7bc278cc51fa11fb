/** Who may do what: the reference policy that S1 holds every operation against, written down once more and simpler. */

/** What an operation does, and to what. */
export type Right =
  | 'anybody'
  | 'administrator'
  /** To the caller itself, or to nothing that is there yet. */
  | 'own'
  /** The same, and an API key may not. */
  | 'own by a session'
  | 'own keys by a session'
  /** To a session or a key that the path names: nobody else's, whatever else is public. */
  | 'of the person'
  | 'keys of the person by a session'
  /** To a dataset, or something in it. */
  | 'read'
  | 'write'
  | 'delete'
  /** To read what comes with a dataset under an address of its own: no refusal tells that it is there. */
  | 'read job'
  | 'read event';

/** What an operation takes: the right, and the scope that a key must have. */
export type Row = readonly [right: Right, scope?: string];

const rows = (row: Row, ...operations: readonly string[]): readonly (readonly [string, Row])[] =>
  operations.map((operation) => [operation, row]);

/** Every operation of the contract: one that is not here fails the spec. */
export const RIGHTS: ReadonlyMap<string, Row> = new Map([
  ...rows(['anybody'], 'login', 'register', 'refreshToken'),
  ...rows(['anybody'], 'requestPasswordReset', 'getPasswordReset', 'resetPassword'),
  ...rows(['anybody'], 'getAsyncAPI', 'getOpenAPI', 'getDocs', 'getDocsFile', 'getErrorDocs'),
  ...rows(['anybody'], 'getRoot', 'getFirstSteps'),
  ...rows(['anybody'], 'getHealth', 'getReadiness'),
  ...rows(['administrator', 'admin:read'], 'listProjections'),
  ...rows(['administrator', 'admin:write'], 'rebuildProjection', 'replayProjection'),

  ...rows(['own'], 'logout'),
  ...rows(['own', 'me:read'], 'getMe', 'getMyUsage', 'listAPIKeys', 'listSessions'),
  ...rows(['own by a session', 'me:read'], 'exportMe'),
  ...rows(['own by a session', 'me:write'], 'updateMe', 'deleteMe', 'changePassword'),
  ...rows(['own keys by a session', 'me:write'], 'createAPIKey'),
  ...rows(['own', 'datasets:read'], 'listDatasets'),
  ...rows(['own', 'datasets:write'], 'createDataset'),
  ...rows(['of the person', 'me:read'], 'getAPIKey'),
  ...rows(['of the person', 'me:write'], 'deleteAPIKey', 'endSession'),
  ...rows(['keys of the person by a session', 'me:write'], 'updateAPIKey', 'rotateAPIKey'),

  ...rows(['read', 'datasets:read'], 'getDataset', 'listDatasetHistory', 'getDatasetLogo'),
  ...rows(['read', 'datasets:read'], 'listDatasetVersions', 'getDatasetVersion', 'getDatasetVersionById'),
  ...rows(['read', 'datasets:read'], 'listDatasetVersionHistory', 'downloadDatasetVersion'),
  ...rows(['read', 'datasets:read'], 'listDatasetSplits', 'listSplitsByVersionId', 'getDatasetSplit'),
  ...rows(['read', 'datasets:read'], 'downloadDatasetSplit', 'getSplitStats', 'listLabelStats'),
  ...rows(['read', 'datasets:read'], 'listLabels', 'getLabel', 'listAnnotations', 'getAnnotation'),
  ...rows(['read', 'datasets:read'], 'listDatasetItems', 'getDatasetItem', 'downloadDatasetItem'),
  ...rows(['read', 'datasets:read'], 'listDatasetItemHistory'),
  ...rows(['read job', 'datasets:read'], 'getJob'),
  ...rows(['read event', 'datasets:read'], 'getEventData'),

  ...rows(['write', 'datasets:write'], 'updateDataset', 'revertDataset', 'activateDatasetVersion'),
  ...rows(['write', 'datasets:write'], 'uploadDatasetLogo', 'deleteDatasetLogo'),
  ...rows(['write', 'datasets:write'], 'createDatasetVersion', 'updateDatasetVersion'),
  ...rows(['write', 'datasets:write'], 'revertDatasetVersion', 'duplicateDatasetVersion'),
  ...rows(['write', 'datasets:write'], 'importDataset', 'importDatasetFormat'),
  ...rows(['write', 'datasets:write'], 'createDatasetSplit', 'updateDatasetSplit', 'deleteDatasetSplit'),
  ...rows(['write', 'datasets:write'], 'addItemsToSplit', 'removeItemFromSplit'),
  ...rows(['write', 'datasets:write'], 'createLabel', 'updateLabel', 'deleteLabel'),
  ...rows(['write', 'datasets:write'], 'createAnnotation', 'updateAnnotation', 'deleteAnnotation'),
  ...rows(['write', 'datasets:write'], 'createDatasetItem', 'updateDatasetItem', 'deleteDatasetItem'),
  ...rows(['write', 'datasets:write'], 'uploadDatasetItem', 'restoreDatasetItem', 'revertDatasetItem'),
  ...rows(['write', 'datasets:write'], 'bulkDatasetItems'),
  ...rows(['delete', 'datasets:delete'], 'deleteDataset', 'restoreDataset'),
  ...rows(['delete', 'datasets:delete'], 'deleteDatasetVersion', 'restoreDatasetVersion'),
]);

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
  'the owner': ['read', 'write', 'delete'],
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
  Record<Right, (caller: Caller, right: Right, visibility: Visibility) => string | undefined>
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
  'of the person': ({ is }) => (is === 'the owner' ? undefined : 'not_found'),
  read: (caller, _, visibility) => (sees(caller, undefined, visibility) ? undefined : 'not_found'),
  write: (caller, right, visibility) => changes(caller, right, visibility),
  delete: (caller, right, visibility) => changes(caller, right, visibility),
  'read job': () => undefined,
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
export const refusalOf = (
  [right, scope]: Row,
  caller: Caller,
  visibility: Visibility,
): string | undefined => {
  if (right === 'anybody') return undefined;
  if (!caller.known) return 'unauthenticated';
  const missing = HIDDEN.get(right);
  if (missing !== undefined) return sees(caller, scope, visibility) ? undefined : missing;
  if (right !== 'administrator' && !covers(caller, scope)) return 'scope_missing';
  return OF_WHAT_IS_NAMED[right](caller, right, visibility);
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
