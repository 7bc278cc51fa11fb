import { deploymentsIn } from './plan.js';

const RENDERED = `
apiVersion: v1
kind: Service
metadata: { name: cairn-models }
spec: { clusterIP: None }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: cairn-models }
spec:
  minReadySeconds: 30
  strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
  template:
    spec:
      terminationGracePeriodSeconds: 40
      containers:
        - name: beside
        - name: cairn
          env:
            - { name: CAIRN_SERVICE, value: models }
            - { name: CAIRN_SERVICES, value: 'identity=http://cairn-identity:8080' }
            - { name: CAIRN_SECRET, valueFrom: { secretKeyRef: { name: cairn, key: secret } } }
          ports:
            - { name: http, containerPort: 8080 }
            - { name: metrics, containerPort: 9464 }
          startupProbe: { httpGet: { path: /startupz, port: metrics }, periodSeconds: 2, failureThreshold: 150 }
          livenessProbe: { httpGet: { path: /livez, port: metrics }, timeoutSeconds: 5 }
          readinessProbe: { httpGet: { path: /readyz, port: metrics }, initialDelaySeconds: 1 }
          lifecycle: { preStop: { sleep: { seconds: 15 } } }
---
# nothing
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: of-models }
spec: { scaleTargetRef: { kind: Deployment, name: cairn-models }, minReplicas: 3 }
`;

describe('what a chart says of its Deployments', () => {
  it('is read with what Kubernetes takes where nothing is said', () => {
    const probe = { port: 9464, initialDelaySeconds: 0, periodSeconds: 10, timeoutSeconds: 1 };
    const thresholds = { failureThreshold: 3, successThreshold: 1 };
    expect(deploymentsIn(RENDERED)).toEqual([
      {
        name: 'cairn-models',
        part: 'models',
        needs: 'identity=http://cairn-identity:8080',
        replicas: 3,
        maxSurge: 1,
        maxUnavailable: 0,
        minReadySeconds: 30,
        graceSeconds: 40,
        preStopSeconds: 15,
        ports: { http: 8080, metrics: 9464 },
        startup: { ...probe, ...thresholds, path: '/startupz', periodSeconds: 2, failureThreshold: 150 },
        liveness: { ...probe, ...thresholds, path: '/livez', timeoutSeconds: 5 },
        readiness: { ...probe, ...thresholds, path: '/readyz', initialDelaySeconds: 1 },
      },
    ]);
  });

  it('must have what a pod is treated by', () => {
    const without = (what: string) => () => deploymentsIn(RENDERED.replace(what, 'other'));
    expect(without('name: metrics')).toThrow('cairn-models has no metrics');
    expect(without('name: cairn\n')).toThrow('cairn-models has no cairn');
  });
});
