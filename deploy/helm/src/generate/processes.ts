import { allServices } from '@cairn/services';

/** A process of a cluster: which services it asks, and the engines that it speaks to. */
export interface ChartProcess {
  readonly asks: readonly string[];
  readonly engines: readonly string[];
}

const EVERYBODY = ['eventstoredb', 'mongodb', 'vault', 's3'];

/** The processes that the chart makes Deployments of, by name: from the services themselves. */
export const processes: Readonly<Record<string, ChartProcess>> = {
  gateway: { asks: allServices.map(({ name }) => name), engines: EVERYBODY },
  ...Object.fromEntries(
    allServices.map(({ name, needs = [] }) => [name, { asks: needs, engines: [...EVERYBODY, 'smtp'] }]),
  ),
  relay: { asks: [], engines: [...EVERYBODY, 'kafka'] },
};
