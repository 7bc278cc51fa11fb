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

/** The server refuses a volume with both. */
const ACCESS_MODES = ['ReadWriteOnce', 'ReadWriteOncePod'];
const VOLUMES_OF_A_MODE = 20;
const IS_DEFAULT = { 'storageclass.kubernetes.io/is-default-class': 'true' };

const volume = (storageClassName: string, mode: string, index: number) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: [storageClassName, mode, index].join('-').toLowerCase() },
  spec: {
    storageClassName,
    capacity: { storage: '1Ti' },
    accessModes: [mode],
    persistentVolumeReclaimPolicy: 'Retain',
    hostPath: { path: '/played' },
  },
});

/** A class of storage and its volumes: nobody makes them when they are asked for. Claims that name no class get the default. */
export const storageOf = (name: string, isDefault = false): readonly object[] => [
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name, annotations: isDefault ? IS_DEFAULT : {} },
    provisioner: 'kubernetes.io/no-provisioner',
  },
  ...ACCESS_MODES.flatMap((mode) =>
    Array.from({ length: VOLUMES_OF_A_MODE }, (_, index) => volume(name, mode, index)),
  ),
];
