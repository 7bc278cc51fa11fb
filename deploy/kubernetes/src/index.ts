export { HELM_MAJORS, type HelmMajor, type Rendering, renderChart, runHelm } from './helm.js';
