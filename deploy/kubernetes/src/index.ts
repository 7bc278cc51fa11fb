export { HELM_MAJORS, type HelmMajor, type Rendering, renderChart, runHelm } from './helm.js';
export { KubeCluster } from './cluster/kube-cluster.js';
export { KUBE_VERSIONS } from './tools/kubernetes-schemas.js';
export {
  ALL_GROUPS,
  isToolGroup,
  TOOL_GROUPS,
  type ToolGroup,
  type ToolState,
  toolStates,
} from './tools/tools.js';
