import {
  choice,
  flag,
  kubernetesList,
  objectName,
  ports,
  section,
  stringMap,
  strings,
  text,
  whole,
} from './shapes.js';

/** How people reach the gateways. */
export const service = section('The Service that people, an Ingress or a balancer reach.', {
  type: choice('Type of the Service.', ['ClusterIP', 'NodePort', 'LoadBalancer'], 'ClusterIP'),
  port: whole('Its port.', 80, 1, 65535),
  annotations: stringMap('Its annotations.'),
  loadBalancerClass: text('Class of the balancer, where the type is LoadBalancer.'),
  loadBalancerSourceRanges: strings('Networks that the balancer lets through.'),
  externalTrafficPolicy: choice(
    '`Local` keeps the addresses of clients, where the type is not ClusterIP.',
    ['', 'Cluster', 'Local'],
    '',
  ),
});

export const ingress = section('An Ingress before the gateways.', {
  enabled: flag('Whether there is one.', false),
  className: text('IngressClass.'),
  annotations: stringMap('Its annotations: size of bodies, timeouts.'),
  hosts: strings('Names that it answers to, with all paths.'),
  tlsSecret: objectName('Secret with the certificate for all of them.'),
});

export const httpRoute = section('A route of the Gateway API to the gateways.', {
  enabled: flag('Whether there is one.', false),
  annotations: stringMap('Its annotations.'),
  parentRefs: kubernetesList('The Gateways that it belongs to.'),
  hostnames: strings('Names that it answers to.'),
});

const peers = (what: string) =>
  kubernetesList(`Peers of a NetworkPolicy (\`podSelector\`, \`namespaceSelector\`, \`ipBlock\`): ${what}`);

const egress = (what: string, port: number) =>
  section(`To ${what}.`, {
    to: peers('none named: any address, on the ports alone.'),
    ports: ports([port]),
  });

export const networkPolicy = section(
  'NetworkPolicies: nothing reaches a pod and no pod reaches anything but what is named here. Each process may reach the engines that it uses, and no other.',
  {
    enabled: flag('Whether there are any.', true),
    clients: peers('who may reach the gateways; none named: everybody.'),
    metrics: peers(
      'who may reach the port of metrics: Prometheus. None named: nobody but the kubelet of the node.',
    ),
    dns: kubernetesList('Peers that answer DNS.', [
      {
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
        podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
      },
    ]),
    eventstoredb: egress('EventStoreDB', 2113),
    mongodb: egress('MongoDB', 27017),
    vault: egress('MongoDB of the vault', 27017),
    s3: egress('S3', 443),
    kafka: egress('the brokers', 9093),
    smtp: egress('the mail server', 465),
    otlp: egress('the collector of traces, where `config.CAIRN_OTLP_ENDPOINT` names one', 4318),
    extraIngress: kubernetesList('Further rules of ingress of every process.'),
    extraEgress: kubernetesList('Further rules of egress of every process.'),
  },
);

export const monitoring = section(
  'What watches Cairn; the rules and the dashboard of `deploy/observability`.',
  {
    serviceMonitor: section('ServiceMonitor of the Prometheus operator.', {
      enabled: flag('Whether there is one.', false),
      interval: text('Between two scrapes.', '30s', { pattern: '^[0-9]+(ms|s|m)$' }),
      labels: stringMap('Its labels, by which the operator finds it.'),
    }),
    prometheusRule: section('PrometheusRule with the alerts of docs/alerts.md.', {
      enabled: flag('Whether there is one.', false),
      labels: stringMap('Its labels.'),
    }),
    dashboard: section('ConfigMap with the dashboard, which the sidecar of Grafana loads.', {
      enabled: flag('Whether there is one.', false),
      labels: stringMap('Its labels.', { grafana_dashboard: '1' }),
      annotations: stringMap('Its annotations.'),
    }),
  },
);
