import { install, missingOf, type Recipe } from '@cairn/engines';
import { hadolint } from './hadolint.js';
import { helm3, helm4 } from './helm.js';
import { kubeconform } from './kubeconform.js';
import { kubernetes } from './kubernetes.js';
import { kubernetesSchemas } from './kubernetes-schemas.js';
import { resourceDefinitions } from './resource-definitions.js';

/** What is installed together, by the word that asks for it. */
const TOOL_GROUPS = {
  helm: [helm3, helm4],
  schemas: [kubeconform, kubernetesSchemas, resourceDefinitions],
  lint: [hadolint],
  apiserver: [kubernetes, resourceDefinitions],
} as const satisfies Readonly<Record<string, readonly Recipe[]>>;

export type ToolGroup = keyof typeof TOOL_GROUPS;

export const ALL_GROUPS = Object.keys(TOOL_GROUPS) as readonly ToolGroup[];

export const isToolGroup = (word: string): word is ToolGroup => Object.hasOwn(TOOL_GROUPS, word);

export interface ToolState {
  readonly name: string;
  readonly product: string;
  /** Why it is not there; `undefined` when it is. */
  readonly missing: string | undefined;
}

const INSTALL = 'npm run kubernetes -- --install';

/** What each tool of the groups is and whether it is there; with `installs` one after the other is installed first. */
export const toolStates = async (
  groups: readonly ToolGroup[],
  { installs }: { readonly installs: boolean },
): Promise<readonly ToolState[]> => {
  const states: ToolState[] = [];
  for (const recipe of new Set<Recipe>(groups.flatMap((group) => TOOL_GROUPS[group])))
    states.push({
      name: recipe.name,
      product: recipe.product,
      missing: await missingOf(recipe, { installs, by: INSTALL }),
    });
  return states;
};

const FOLDERS = { hadolint, helm3, helm4, kubeconform, kubernetes, kubernetesSchemas, resourceDefinitions };

/** Where a tool is; installs it when it is not there. */
export const folderOf = (tool: keyof typeof FOLDERS): Promise<string> => install(FOLDERS[tool]);
