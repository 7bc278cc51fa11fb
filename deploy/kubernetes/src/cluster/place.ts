import { join } from 'node:path';

/** Where a cluster is: its files, the ports of its programs, and who may ask it. */
export interface Place {
  /** Folder of the programs. */
  readonly programs: string;
  readonly folder: string;
  readonly ports: Ports;
  readonly token: string;
}

export interface Ports {
  readonly etcd: number;
  readonly etcdPeers: number;
  readonly apiServer: number;
  readonly controllers: number;
  readonly scheduler: number;
  readonly kwok: number;
}

export const LOOPBACK = '127.0.0.1';
/** How many ports in a row a cluster takes. */
export const PORT_COUNT = 6;

export const portsFrom = (first: number): Ports => ({
  etcd: first,
  etcdPeers: first + 1,
  apiServer: first + 2,
  controllers: first + 3,
  scheduler: first + 4,
  kwok: first + 5,
});

export const apiServerUrl = ({ ports }: Place): string => `https://${LOOPBACK}:${ports.apiServer}`;
export const kubeconfigIn = (folder: string): string => join(folder, 'kubeconfig');
/** What the API server shows; it makes it itself. */
export const certificateIn = (folder: string): string => join(folder, 'certificates', 'apiserver.crt');
export const accountKeyIn = (folder: string): string => join(folder, 'accounts.key');
export const stagesIn = (folder: string): string => join(folder, 'stages.yaml');
export const tokensIn = (folder: string): string => join(folder, 'tokens.csv');

/** What clients of the cluster are told. It lies beside what it names. */
export const kubeconfigOf = (place: Place): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'cluster',
        cluster: { server: apiServerUrl(place), 'certificate-authority': certificateIn(place.folder) },
      },
    ],
    users: [{ name: 'user', user: { token: place.token } }],
    contexts: [{ name: 'context', context: { cluster: 'cluster', user: 'user' } }],
    'current-context': 'context',
  });
