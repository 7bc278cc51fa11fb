import type { Recipe } from '@cairn/engines';
import { goProgram } from './go.js';

const NEWEST = { major: '1', minor: '36' };
/** Packages of Helm 3 that take the cluster for an old one unless they are told; Helm 4 knows from its client. */
const THAT_ARE_TOLD = ['chartutil', 'lint/rules'];

export const helm3: Recipe = goProgram({
  name: 'helm3',
  product: 'Helm 3.21.4',
  version: '3.21.4',
  path: 'helm.sh/helm/v3/cmd/helm',
  variables: THAT_ARE_TOLD.flatMap((name) => [
    `helm.sh/helm/v3/pkg/${name}.k8sVersionMajor=${NEWEST.major}`,
    `helm.sh/helm/v3/pkg/${name}.k8sVersionMinor=${NEWEST.minor}`,
  ]),
});

export const helm4: Recipe = goProgram({
  name: 'helm4',
  product: 'Helm 4.2.4',
  version: '4.2.4',
  path: 'helm.sh/helm/v4/cmd/helm',
});
