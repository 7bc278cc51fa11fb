/**
 * Who may do what: the reference policy that S1 holds every operation against, written down once more and simpler. What
 * follows for whom is in `refusals.ts`.
 */

/** What an operation does, and to what. */
export type Right =
  | 'anybody'
  | 'administrator'
  /** To the caller itself, or to nothing that is there yet. */
  | 'own'
  /** The same, and an API key may not. */
  | 'own by a session'
  | 'own keys by a session'
  /** To a session, a key or a secret that the path names: nobody else's, whatever else is public. */
  | 'of the person'
  /** To a device that somebody trusts, of which the world has none: `second-factor.spec.ts` has. */
  | 'of no device'
  | 'keys of the person by a session'
  /** To a record, which nobody owns: for who has the permission. */
  | 'of everybody'
  /** To an asset, or something in it. */
  | 'read'
  | 'execute'
  | 'write'
  | 'delete'
  /** The same, to say with whom it is shared. */
  | 'share'
  /** To be told of everybody who sees it, which is for who may share it. */
  | 'who sees it'
  /** To read what comes with a dataset under an address of its own: no refusal tells that it is there. */
  | 'read job'
  /** The same, to end it. */
  | 'cancel job'
  | 'read event'
  /** To an inference: who made it, and who may write its model through a role in the organization. */
  | 'inference'
  /** The same, to change it: who made it. */
  | 'own inference'
  /** To an execution: who executed, and who may write its workflow. */
  | 'execution'
  /** The same, to delete it or to execute it again: who executed. */
  | 'own execution'
  /** To an organization, a team, a project or a role of it, or who is in it: who is not in it is told nothing. */
  | 'of the group'
  /** To what such a group was, and who changed it: for who may change it. */
  | 'past of the group'
  /** The same; a system administrator sees it. */
  | 'group that administrators see';

/** What an operation takes: the right, and the scope that a key must have. */
export type Row = readonly [right: Right, scope?: string];

const rows = (row: Row, ...operations: readonly string[]): readonly (readonly [string, Row])[] =>
  operations.map((operation) => [operation, row]);

/** What is asked of every kind of asset and of its versions; `noun` as its operations are named, `Dataset`. */
const ofAsset = (noun: string, scope: string) => [
  ...rows(['own', `${scope}:read`], `list${noun}s`),
  ...rows(['own', `${scope}:write`], `create${noun}`),
  ...rows(['read', `${scope}:read`], `get${noun}`, `list${noun}History`, `get${noun}Logo`),
  ...rows(['write', `${scope}:write`], `update${noun}`, `revert${noun}`, `activate${noun}Version`),
  ...rows(['write', `${scope}:write`], `upload${noun}Logo`, `delete${noun}Logo`),
  ...rows(['who sees it', `${scope}:read`], `explain${noun}Access`),
  ...rows(['share', `${scope}:share`], `list${noun}Shares`, `get${noun}Share`, `create${noun}Share`),
  ...rows(['share', `${scope}:share`], `update${noun}Share`, `delete${noun}Share`),
  ...rows(['share', `${scope}:transfer`], `transfer${noun}`),
  ...rows(['delete', `${scope}:delete`], `delete${noun}`, `restore${noun}`),
  ...rows(['read', `${scope}:read`], `list${noun}Versions`, `get${noun}Version`, `list${noun}VersionHistory`),
  ...rows(['write', `${scope}:write`], `create${noun}Version`, `update${noun}Version`),
  ...rows(['write', `${scope}:write`], `revert${noun}Version`),
  ...rows(['delete', `${scope}:delete`], `delete${noun}Version`, `restore${noun}Version`),
];

/** Every operation of the contract: one that is not here fails the spec. */
export const RIGHTS: ReadonlyMap<string, Row> = new Map([
  ...rows(['anybody'], 'login', 'loginWithOtp', 'register', 'refreshToken'),
  ...rows(['anybody'], 'getEmailVerification', 'verifyEmail'),
  ...rows(['anybody'], 'requestPasswordReset', 'getPasswordReset', 'resetPassword'),
  ...rows(['anybody'], 'getAsyncAPI', 'getOpenAPI', 'getDocs', 'getDocsFile', 'getErrorDocs'),
  ...rows(['anybody'], 'getRoot', 'getFirstSteps'),
  ...rows(['anybody'], 'getHealth', 'getReadiness'),
  ...rows(['anybody'], 'getServerMetadata', 'getServerLive', 'getServerReady'),
  ...rows(['administrator', 'admin:read'], 'listProjections'),
  ...rows(['administrator', 'admin:write'], 'rebuildProjection', 'replayProjection'),
  ...rows(['administrator', 'admin:read'], 'listAccessLog', 'listErrors'),
  ...rows(['administrator', 'admin:write'], 'updateErrors'),
  ...rows(['administrator', 'admin:read'], 'listAllApplications', 'getApplication', 'listApplicationHistory'),
  ...rows(['administrator', 'admin:write'], 'createApplication', 'updateApplication'),
  ...rows(['administrator', 'admin:write'], 'deleteApplication', 'restoreApplication', 'revertApplication'),
  ...rows(['administrator', 'admin:write'], 'reinstateModelVersion'),
  ...rows(['write', 'models:write'], 'reinstateOwnModelVersion'),
  ...rows(['administrator', 'admin:read'], 'listUsers', 'getUser', 'listAllJobs'),
  ...rows(['administrator', 'admin:write'], 'updateUser', 'removeUserOtp', 'liftUserLockout'),
  ...rows(['administrator', 'admin:read'], 'getRateLimits', 'listRateLimitHistory'),
  ...rows(['administrator', 'admin:read'], 'getQuotas', 'listQuotaHistory'),
  ...rows(['administrator', 'admin:write'], 'updateRateLimits', 'updateQuotas'),

  ...ofAsset('Dataset', 'datasets'),
  ...ofAsset('Model', 'models'),
  ...ofAsset('Workflow', 'workflows'),
  ...ofAsset('Graph', 'graphs'),

  ...rows(['own'], 'logout'),
  ...rows(['own', 'me:read'], 'getMe', 'getMyUsage', 'listAPIKeys', 'listSessions', 'getOtp', 'listDevices'),
  ...rows(['own by a session', 'me:read'], 'exportMe'),
  ...rows(['own by a session', 'me:write'], 'updateMe', 'deleteMe', 'changePassword'),
  ...rows(['own by a session', 'me:write'], 'enrolOtp', 'confirmOtp', 'removeOtp'),
  ...rows(['own by a session', 'me:write'], 'requestEmailVerification'),
  ...rows(['own keys by a session', 'me:write'], 'createAPIKey'),
  ...rows(['own', 'models:read'], 'listApplications'),
  ...rows(['own', 'models:read'], 'listInferences'),
  ...rows(['execute', 'models:execute'], 'runModel', 'runModelVersion', 'addInference'),
  ...rows(['execute', 'models:execute'], 'replayModelVersion'),
  ...rows(['execute', 'models:execute'], 'inferModel', 'inferModelVersion'),
  ...rows(['read', 'models:read'], 'getServedModel', 'getServedModelVersion'),
  ...rows(['read', 'models:read'], 'getServedModelReady', 'getServedModelVersionReady'),
  ...rows(['inference', 'models:read'], 'getInference', 'downloadInference'),
  ...rows(['own inference', 'models:execute'], 'updateInference', 'deleteInference', 'uploadInference'),
  ...rows(['of the person', 'me:read'], 'getAPIKey'),
  ...rows(['of the person', 'me:write'], 'deleteAPIKey', 'endSession'),
  ...rows(['own', 'secrets:read'], 'listSecrets'),
  ...rows(['of the person', 'secrets:read'], 'getSecret'),
  ...rows(['own', 'secrets:write'], 'putSecret'),
  ...rows(['of the person', 'secrets:write'], 'deleteSecret'),
  ...rows(['of no device', 'me:write'], 'revokeDevice'),
  ...rows(['keys of the person by a session', 'me:write'], 'updateAPIKey', 'rotateAPIKey'),

  ...rows(['own', 'organizations:read'], 'listOrganizations'),
  ...rows(['own', 'organizations:write'], 'createOrganization'),
  ...rows(['own', 'teams:read'], 'listTeams'),
  ...rows(['own', 'projects:read'], 'listProjects'),
  ...rows(['own', 'roles:read'], 'listRoles', 'listPermissions'),
  ...rows(['anybody'], 'getOrganizationLogo', 'getTeamLogo'),
  ...rows(['group that administrators see', 'organizations:read'], 'getOrganization'),
  ...rows(['of the group', 'organizations:review'], 'getAccessReview'),
  ...rows(['of the group', 'organizations:audit'], 'listOrganizationAudit'),
  ...rows(['group that administrators see', 'organizations:review'], 'getOrganizationUsage'),
  ...rows(['past of the group', 'organizations:read'], 'listOrganizationHistory'),
  ...rows(['past of the group', 'teams:read'], 'listTeamHistory'),
  ...rows(['past of the group', 'projects:read'], 'listProjectHistory'),
  ...rows(['past of the group', 'roles:read'], 'listRoleHistory'),
  ...rows(['of the group', 'organizations:write'], 'updateOrganization'),
  ...rows(['of the group', 'organizations:write'], 'uploadOrganizationLogo', 'deleteOrganizationLogo'),
  ...rows(['of the group', 'organizations:delete'], 'deleteOrganization', 'restoreOrganization'),
  ...rows(['of the group', 'teams:read'], 'getTeam'),
  ...rows(['of the group', 'teams:write'], 'createTeam', 'updateTeam', 'uploadTeamLogo', 'deleteTeamLogo'),
  ...rows(['of the group', 'teams:delete'], 'deleteTeam', 'restoreTeam'),
  ...rows(['of the group', 'projects:read'], 'getProject', 'getProjectLogo'),
  ...rows(['of the group', 'projects:write'], 'createProject', 'updateProject'),
  ...rows(['of the group', 'projects:write'], 'uploadProjectLogo', 'deleteProjectLogo'),
  ...rows(['of the group', 'projects:delete'], 'deleteProject', 'restoreProject'),
  ...rows(['of the group', 'members:read'], 'listOrganizationMembers', 'getOrganizationMember'),
  ...rows(['of the group', 'members:read'], 'listTeamMembers', 'getTeamMember'),
  ...rows(['of the group', 'members:read'], 'listProjectMembers', 'getProjectMember'),
  ...rows(['of the group', 'members:write'], 'addOrganizationMember', 'updateOrganizationMember'),
  ...rows(['of the group', 'members:write'], 'addTeamMember', 'updateTeamMember', 'removeTeamMember'),
  ...rows(['of the group', 'members:write'], 'addProjectMember', 'updateProjectMember'),
  ...rows(['of the group', 'members:write'], 'removeProjectMember', 'removeOrganizationMember'),
  ...rows(['of the group', 'members:write'], 'listInvitations', 'getInvitation'),
  ...rows(['of the group', 'members:write'], 'createInvitation', 'resendInvitation', 'revokeInvitation'),
  ...rows(['of the group', 'apikeys:write'], 'listOrganizationAPIKeys', 'getOrganizationAPIKey'),
  ...rows(['of the group', 'apikeys:write'], 'updateOrganizationAPIKey', 'deleteOrganizationAPIKey'),
  ...rows(['of the group', 'secrets:read'], 'listOrganizationSecrets', 'getOrganizationSecret'),
  ...rows(['of the group', 'secrets:write'], 'putOrganizationSecret', 'deleteOrganizationSecret'),
  ...rows(['own by a session', 'me:write'], 'acceptInvitation', 'declineInvitation'),
  ...rows(['own', 'me:read'], 'listMyInvitations'),
  ...rows(['of the group', 'roles:read'], 'getRole'),
  ...rows(['of the group', 'roles:write'], 'createRole', 'updateRole'),
  ...rows(['of the group', 'roles:delete'], 'deleteRole'),

  ...rows(['read', 'datasets:read'], 'getDatasetVersionById', 'downloadDatasetVersion'),
  ...rows(['read', 'datasets:read'], 'listDatasetSplits', 'listSplitsByVersionId', 'getDatasetSplit'),
  ...rows(['read', 'datasets:read'], 'downloadDatasetSplit', 'getSplitStats', 'listLabelStats'),
  ...rows(['read', 'datasets:read'], 'listLabels', 'getLabel', 'listAnnotations', 'getAnnotation'),
  ...rows(['read', 'datasets:read'], 'listDatasetItems', 'getDatasetItem', 'downloadDatasetItem'),
  ...rows(['read', 'datasets:read'], 'listDatasetItemHistory'),
  ...rows(['read', 'models:read'], 'downloadModel'),
  ...rows(['read', 'models:read'], 'downloadModelVersion', 'listModelMetrics'),
  ...rows(['own'], 'listJobs'),
  ...rows(['read job', 'datasets:read'], 'getJob'),
  ...rows(['cancel job', 'datasets:write'], 'cancelJob'),
  ...rows(['read event', 'datasets:read'], 'getEventData'),

  ...rows(['write', 'datasets:write'], 'duplicateDatasetVersion'),
  ...rows(['write', 'datasets:write'], 'importDataset', 'importDatasetFormat'),
  ...rows(['write', 'datasets:write'], 'createDatasetSplit', 'updateDatasetSplit', 'deleteDatasetSplit'),
  ...rows(['write', 'datasets:write'], 'addItemsToSplit', 'addInferences', 'removeItemFromSplit'),
  ...rows(['write', 'datasets:write'], 'createLabel', 'updateLabel', 'deleteLabel'),
  ...rows(['write', 'datasets:write'], 'createAnnotation', 'updateAnnotation', 'deleteAnnotation'),
  ...rows(['write', 'datasets:write'], 'createDatasetItem', 'updateDatasetItem', 'deleteDatasetItem'),
  ...rows(['write', 'datasets:write'], 'uploadDatasetItem', 'restoreDatasetItem', 'revertDatasetItem'),
  ...rows(['write', 'datasets:write'], 'bulkDatasetItems'),
  ...rows(['read', 'datasets:read'], 'listDatasetPostProcessors', 'getDatasetPostProcessor'),
  ...rows(['read', 'datasets:read'], 'listDatasetPostProcessorHistory'),
  ...rows(['read', 'datasets:read'], 'listPostProcessorJobs', 'listItemJobs'),
  ...rows(['write', 'datasets:write'], 'createDatasetPostProcessor', 'updateDatasetPostProcessor'),
  ...rows(['write', 'datasets:write'], 'deleteDatasetPostProcessor', 'restoreDatasetPostProcessor'),
  ...rows(['write', 'datasets:write'], 'revertDatasetPostProcessor', 'retryItemJob'),
  ...rows(['write', 'datasets:write'], 'runDatasetPostProcessor', 'tryDatasetPostProcessor'),
  ...rows(['write', 'models:write'], 'uploadModel', 'setModelAlias', 'deleteModelAlias'),
  ...rows(['write', 'models:write'], 'uploadModelVersion', 'recordModelMetrics'),
  ...rows(['write', 'workflows:write'], 'duplicateWorkflowVersion', 'setWorkflowGraph'),
  ...rows(['write', 'workflows:write'], 'validateWorkflowVersion'),
  ...rows(['read', 'workflows:read'], 'listWorkflowNodes', 'getWorkflowNode'),
  ...rows(['read', 'workflows:read'], 'listWorkflowEdges', 'getWorkflowEdge'),
  ...rows(['write', 'workflows:write'], 'createWorkflowNode', 'updateWorkflowNode', 'deleteWorkflowNode'),
  ...rows(['write', 'workflows:write'], 'createWorkflowEdge', 'updateWorkflowEdge', 'deleteWorkflowEdge'),
  ...rows(['execute', 'workflows:execute'], 'executeWorkflow', 'executeWorkflowVersion'),
  ...rows(['read', 'workflows:read'], 'listWorkflowExecutions'),
  ...rows(['execution', 'workflows:read'], 'getWorkflowExecution', 'downloadWorkflowExecutionInput'),
  ...rows(['execution', 'workflows:execute'], 'cancelWorkflowExecution'),
  ...rows(['own execution', 'workflows:execute'], 'retryWorkflowExecution', 'deleteWorkflowExecution'),
  ...rows(['write', 'graphs:write'], 'duplicateGraphVersion'),
  ...rows(['read', 'graphs:read'], 'listGraphNodes', 'getGraphNode', 'listGraphNodeHistory'),
  ...rows(['read', 'graphs:read'], 'listGraphEdges', 'getGraphEdge', 'listGraphEdgeHistory'),
  ...rows(['read', 'graphs:read'], 'getGraphStats', 'getGraphVersionStats'),
  ...rows(['write', 'graphs:write'], 'createGraphNode', 'updateGraphNode', 'deleteGraphNode'),
  ...rows(['write', 'graphs:write'], 'createGraphEdge', 'updateGraphEdge', 'deleteGraphEdge'),
  ...rows(['write', 'graphs:write'], 'bulkGraphNodes', 'bulkGraphEdges', 'undoGraphContent'),
  ...rows(['write', 'graphs:write'], 'importGraph', 'computeGraphVersionStats', 'validateGraphVersion'),
  ...rows(['read', 'graphs:read'], 'exportGraph'),
  ...rows(['own by a session', 'me:write'], 'acceptShare'),
]);
