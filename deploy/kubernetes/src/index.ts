export { HELM_MAJORS, renderChart } from './helm.js';
export { KubeCluster } from './cluster/kube-cluster.js';
export { ALL_GROUPS, toolStates } from './tools/tools.js';
