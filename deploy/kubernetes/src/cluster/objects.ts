/** The node that kwok plays. */
export const NODE = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: 'played',
    labels: {
      'kubernetes.io/hostname': 'played',
      'kubernetes.io/os': 'linux',
      'kubernetes.io/arch': 'amd64',
      'topology.kubernetes.io/zone': 'played',
    },
  },
  status: {
    allocatable: { cpu: '64', memory: '512Gi', pods: '500' },
    capacity: { cpu: '64', memory: '512Gi', pods: '500' },
  },
};

const CLASS = 'played';
/** The server refuses a volume with both. */
const ACCESS_MODES = ['ReadWriteOnce', 'ReadWriteOncePod'];
const VOLUMES_OF_A_MODE = 8;

const volume = (mode: string, name: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: name.toLowerCase() },
  spec: {
    storageClassName: CLASS,
    capacity: { storage: '1Ti' },
    accessModes: [mode],
    persistentVolumeReclaimPolicy: 'Retain',
    hostPath: { path: `/${name}` },
  },
});

/** Volumes for claims that name no class: nobody makes them when they are asked for. */
export const STORAGE = {
  apiVersion: 'v1',
  kind: 'List',
  items: [
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: CLASS, annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'kubernetes.io/no-provisioner',
    },
    ...ACCESS_MODES.flatMap((mode) =>
      Array.from({ length: VOLUMES_OF_A_MODE }, (_, index) => volume(mode, `played-${mode}-${index}`)),
    ),
  ],
};
