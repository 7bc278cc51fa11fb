import type { Recipe } from '@cairn/engines';
import { goProgram } from './go.js';

export const kubeconform: Recipe = goProgram({
  name: 'kubeconform',
  product: 'kubeconform 0.7.0',
  version: '0.7.0',
  path: 'github.com/yannh/kubeconform/cmd/kubeconform',
});
