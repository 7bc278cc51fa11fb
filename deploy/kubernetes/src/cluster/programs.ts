import { join } from 'node:path';
import type { Command } from '@cairn/engines';
import {
  accountKeyIn,
  certificateIn,
  kubeconfigIn,
  LOOPBACK,
  type Place,
  stagesIn,
  tokensIn,
} from './place.js';

const program = (place: Place, name: string, flags: Readonly<Record<string, string | number>>): Command => ({
  command: join(place.programs, name),
  args: Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`),
  cwd: place.folder,
});

const http = (port: number): string => `http://${LOOPBACK}:${port}`;

export const etcd = (place: Place): Command => {
  const { etcd: clients, etcdPeers: peers } = place.ports;
  return program(place, 'etcd', {
    'data-dir': join(place.folder, 'etcd'),
    'listen-client-urls': http(clients),
    'advertise-client-urls': http(clients),
    'listen-peer-urls': http(peers),
    'initial-advertise-peer-urls': http(peers),
    'initial-cluster': `default=${http(peers)}`,
    'unsafe-no-fsync': 'true',
    'log-level': 'warn',
  });
};

export const apiServer = (place: Place): Command => {
  const key = accountKeyIn(place.folder);
  return program(place, 'kube-apiserver', {
    'etcd-servers': http(place.ports.etcd),
    'bind-address': LOOPBACK,
    'secure-port': place.ports.apiServer,
    'cert-dir': join(place.folder, 'certificates'),
    'service-cluster-ip-range': '10.0.0.0/24',
    'endpoint-reconciler-type': 'none',
    'service-account-issuer': 'https://localhost',
    'service-account-key-file': key,
    'service-account-signing-key-file': key,
    'authorization-mode': 'RBAC',
    'token-auth-file': tokensIn(place.folder),
  });
};

const asClient = (place: Place) => ({ kubeconfig: kubeconfigIn(place.folder) });
const alone = { 'leader-elect': 'false' };

/** A node that is played is never away; kwok says less often that it is there than is usual. */
const NEVER_AWAY = { 'node-monitor-grace-period': '24h' };

export const controllers = (place: Place): Command =>
  program(place, 'kube-controller-manager', {
    ...asClient(place),
    ...alone,
    ...NEVER_AWAY,
    'bind-address': LOOPBACK,
    'secure-port': place.ports.controllers,
    'service-account-private-key-file': accountKeyIn(place.folder),
    'root-ca-file': certificateIn(place.folder),
    'cert-dir': join(place.folder, 'controllers'),
  });

export const scheduler = (place: Place): Command =>
  program(place, 'kube-scheduler', {
    ...asClient(place),
    ...alone,
    'bind-address': LOOPBACK,
    'secure-port': place.ports.scheduler,
    'cert-dir': join(place.folder, 'scheduler'),
  });

/** Plays every node: pods that are scheduled run, and are ready, at once; what ends is done at once. */
export const kwok = (place: Place): Command =>
  program(place, 'kwok', {
    ...asClient(place),
    config: stagesIn(place.folder),
    'manage-all-nodes': 'true',
    'node-ip': LOOPBACK,
    'server-address': `${LOOPBACK}:${place.ports.kwok}`,
  });
