import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { delimiter, join } from 'node:path';
import { type Command, EngineProcess, freePorts, outputOf, theKeeper } from '@cairn/engines';
import { helmFolder, type HelmMajor, ownFolders, runHelm } from '../helm.js';
import { folderOf } from '../tools/tools.js';
import { NODE, storageOf } from './objects.js';
import {
  accountKeyIn,
  apiServerUrl,
  certificateIn,
  kubeconfigIn,
  kubeconfigOf,
  type Place,
  PORT_COUNT,
  portsFrom,
  stagesIn,
  tokensIn,
} from './place.js';
import { podStages } from './stages.js';
import { apiServer, controllers, etcd, kwok, scheduler } from './programs.js';

const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 20_000;

/**
 * Kubernetes on loopback: a real API server, controllers and scheduler, with a node that is only played. What runs there
 * counts as running and ready, and nothing really runs. It ends with the process that has started it.
 */
export class KubeCluster {
  readonly #place: Place;
  /** In the order in which they were started. */
  readonly #started: EngineProcess[] = [];

  private constructor(place: Place) {
    this.#place = place;
  }

  /** Installs it when it is not there; answers when pods can be scheduled. */
  static async start(): Promise<KubeCluster> {
    const cluster = new KubeCluster(await newPlace());
    try {
      await cluster.#startAll();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** Answers what kubectl wrote; throws with what it said when it fails. */
  kubectl(args: readonly string[], input?: string): Promise<string> {
    const program = join(this.#place.programs, 'kubectl');
    const environment = { KUBECONFIG: this.#kubeconfig, HOME: this.#place.folder };
    return outputOf(program, args, input === undefined ? { environment } : { environment, input });
  }

  async create(objects: readonly object[]): Promise<void> {
    if (objects.length === 0) return;
    const list = { apiVersion: 'v1', kind: 'List', items: objects };
    await this.kubectl(['create', '--filename', '-'], JSON.stringify(list));
  }

  /** The same of Helm. */
  helm(major: HelmMajor, args: readonly string[]): Promise<string> {
    return runHelm(major, args, this.#kubeconfig);
  }

  /** For programs that run `kubectl` and `helm` by themselves: this major, and this cluster. */
  async environment(major: HelmMajor): Promise<Readonly<Record<string, string>>> {
    const path = [await helmFolder(major), this.#place.programs, process.env['PATH'] ?? ''];
    return {
      ...ownFolders(major),
      KUBECONFIG: this.#kubeconfig,
      HOME: this.#place.folder,
      PATH: path.join(delimiter),
    };
  }

  /** The memory of each program, in bytes. */
  memory(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#started.map(({ product, pid }) => [product, residentOf(pid)]));
  }

  /** Whoever asks ends before who answers: the API server before etcd. */
  async stop(): Promise<void> {
    for (const each of this.#started.toReversed()) await each.end(STOP_TIMEOUT_MS);
    rmSync(this.#place.folder, { recursive: true, force: true });
  }

  get #kubeconfig(): string {
    return kubeconfigIn(this.#place.folder);
  }

  async #startAll(): Promise<void> {
    const place = this.#place;
    this.#run('etcd', etcd(place));
    await this.#run('kube-apiserver', apiServer(place)).until(() => isReady(place), READY_TIMEOUT_MS);
    this.#run('kube-controller-manager', controllers(place));
    this.#run('kube-scheduler', scheduler(place));
    const last = this.#run('kwok', kwok(place));
    await this.create([NODE, ...storageOf('played', true)]);
    await last.until(() => this.#schedules(), READY_TIMEOUT_MS);
  }

  #run(name: string, command: Command): EngineProcess {
    const started = new EngineProcess(name, command);
    this.#started.push(started);
    return started;
  }

  /** Whether the node takes pods, and namespaces have the account that pods have. */
  async #schedules(): Promise<boolean> {
    const node = await this.kubectl(['get', 'node', NODE.metadata.name, '--output=jsonpath={.spec.taints}']);
    const accounts = await this.kubectl(['get', 'serviceaccounts', '--namespace=default', '--output=name']);
    return node === '' && accounts.includes('serviceaccount/default');
  }
}

const newPlace = async (): Promise<Place> => {
  const installation = await folderOf('kubernetes');
  const programs = join(installation, 'bin');
  const [first] = await freePorts(PORT_COUNT);
  const folder = mkdtempSync(join(theKeeper().folder, 'kubernetes-'));
  const token = randomBytes(32).toString('hex');
  const place: Place = { programs, folder, ports: portsFrom(first!), token };
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const files = {
    [accountKeyIn(folder)]: privateKey,
    [tokensIn(folder)]: `${token},administrator,administrator,"system:masters"\n`,
    [kubeconfigIn(folder)]: kubeconfigOf(place),
    [stagesIn(folder)]: podStages(join(installation, 'stages')),
  };
  for (const [file, content] of Object.entries(files)) writeFileSync(file, content, { mode: 0o600 });
  return place;
};

/** Whether this very server answers, with the certificate that it has made, that it is ready. */
const isReady = (place: Place): Promise<boolean> => {
  const certificate = certificateIn(place.folder);
  if (!existsSync(certificate)) return Promise.resolve(false);
  const headers = { authorization: `Bearer ${place.token}` };
  return new Promise((resolve) => {
    get(
      `${apiServerUrl(place)}/readyz`,
      { ca: readFileSync(certificate), headers, agent: false },
      (response) => resolve(response.resume().statusCode === 200),
    ).once('error', () => resolve(false));
  });
};

const residentOf = (pid: number | undefined): number => {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024;
};
