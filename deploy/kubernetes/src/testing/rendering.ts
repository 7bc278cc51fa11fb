import { CHART, type ValueSet } from '@cairn/helm';
import { parseAllDocuments } from 'yaml';
import { renderChart } from '../helm.js';
import type { KubeObject } from './objects.js';

const known = new Map<string, Promise<string>>();

/** What the chart renders of a set, by Helm 3 and for the Kubernetes of the sets; rendered once. */
export const renderingOf = (set: ValueSet): Promise<string> => {
  const rendering =
    known.get(set.name) ?? renderChart({ ...set, helm: 3, chart: CHART, values: [set.values] });
  known.set(set.name, rendering);
  return rendering;
};

/** The objects in it. */
export const renderedOf = async (set: ValueSet): Promise<readonly KubeObject[]> =>
  parseAllDocuments(await renderingOf(set))
    .map((document) => document.toJS() as KubeObject | null)
    .filter((document) => document !== null);
