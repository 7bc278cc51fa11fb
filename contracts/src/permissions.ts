/** What a permission allows, by `<resource>:<action>` (specification, *Permission*). */
export const permissions = {
  'datasets:read': 'See datasets, their versions, items and files',
  'datasets:write': 'Create and change datasets, their versions, labels, splits, items and annotations',
  'datasets:delete': 'Delete and restore datasets and their versions',
  'datasets:share': 'Share datasets with others',
  'datasets:transfer': 'Give datasets to others, and move them to other organizations and projects',
  'datasets:execute': 'Run post-processors on the items of datasets',
  'models:read': 'See models, their versions and files',
  'models:write': 'Create and change models and their versions',
  'models:delete': 'Delete and restore models and their versions',
  'models:share': 'Share models with others',
  'models:transfer': 'Give models to others, and move them to other organizations and projects',
  'models:execute': 'Run models',
  'inferences:read': 'See inferences and their input files',
  'inferences:write': 'Create and change inference records',
  'inferences:delete': 'Delete inference records',
  'workflows:read': 'See workflows, their versions, nodes and edges',
  'workflows:write': 'Create and change workflows, and see all of their executions',
  'workflows:delete': 'Delete and restore workflows and their versions',
  'workflows:share': 'Share workflows with others',
  'workflows:transfer': 'Give workflows to others, and move them to other organizations and projects',
  'workflows:execute': 'Execute workflows and cancel executions',
  'graphs:read': 'See graphs, their versions, nodes and edges',
  'graphs:write': 'Create and change graphs, their versions, nodes and edges',
  'graphs:delete': 'Delete and restore graphs and their versions',
  'graphs:share': 'Share graphs with others',
  'graphs:transfer': 'Give graphs to others, and move them to other organizations and projects',
  'organizations:read': 'See an organization and its members',
  'organizations:write': 'Change an organization and its members',
  'organizations:delete': 'Delete an organization',
  'organizations:review': 'See who gained or lost access in an organization',
  'organizations:audit': 'See who changed what in an organization, and who was refused',
  'teams:read': 'See teams and their members',
  'teams:write': 'Create and change teams and their members',
  'teams:delete': 'Delete teams',
  'projects:read': 'See projects and their members',
  'projects:write': 'Create and change projects and their members',
  'projects:delete': 'Delete projects',
  'members:read': 'See who is in an organization, a team or a project',
  'members:write':
    'Invite and add people to an organization, a team or a project, change their roles, remove them',
  'apikeys:write': 'Make API keys of an organization, see them, disable and delete them',
  'secrets:read': 'See the names and hosts of secrets for providers, never their values',
  'secrets:write': 'Make, change and delete secrets for providers',
  'roles:read': 'See roles and permissions',
  'roles:write': 'Create and change custom roles',
  'roles:delete': 'Delete custom roles',
  'me:read': 'See your own account, sessions and keys, and export your data',
  'me:write': 'Change your own account, sessions and keys',
  'events:read': "Fetch the large data of every event: an administrator's key for those who read all topics",
  'admin:read': 'See the administration area',
  'admin:write': 'Change what the administration area offers',
} as const;

export type PermissionName = keyof typeof permissions;

/** Every permission name, in the order above. */
export const permissionNames = Object.keys(permissions) as PermissionName[];

/** Whether a text names a permission. */
export const isPermissionName = (text: string): text is PermissionName => Object.hasOwn(permissions, text);

/** What reading needs of what another permission is about: `datasets:read` of `datasets:write`. */
export const permissionToRead = (name: `${string}:${string}`): string =>
  `${partsOfPermission(name).resource}:read`;

/** A permission's two halves: `datasets:read` gives `{resource: 'datasets', action: 'read'}`. */
export const partsOfPermission = (name: `${string}:${string}`): { resource: string; action: string } => {
  const colon = name.indexOf(':');
  return { resource: name.slice(0, colon), action: name.slice(colon + 1) };
};
