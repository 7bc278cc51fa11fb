import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers';
import type { RunningEngine, StartOptions } from '../engine.js';
import { freePort } from '../process/free-port.js';
import { IMAGES, type ImageName, PRODUCTS } from './images.js';
import { containerPlans, type ContainerPlan } from './plans.js';

const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 10_000;

/**
 * Starts an engine's image. Its port on this side is fixed, so that it comes back there after a kill. `options.folder` is
 * not used: the data lie in the container. The container ends with this process.
 */
export const startContainer = async (name: ImageName, options: StartOptions = {}): Promise<RunningEngine> => {
  const { info } = await getContainerRuntimeClient();
  const port = options.port ?? (await freePort());
  const plan = containerPlans[name]({ host: info.containerRuntime.host, port });
  const container = containerOf(IMAGES[name], plan, port, options.environment ?? {});
  return new ContainerEngine(name, plan, await container.start());
};

const containerOf = (
  image: string,
  plan: ContainerPlan,
  port: number,
  environment: Readonly<Record<string, string>>,
): GenericContainer => {
  const container = new GenericContainer(image)
    .withExposedPorts({ container: plan.port, host: port })
    .withEnvironment({ ...plan.environment, ...environment })
    .withStartupTimeout(READY_TIMEOUT_MS)
    .withWaitStrategy(
      'shell' in plan.ready
        ? Wait.forSuccessfulCommand(plan.ready.shell)
        : Wait.forHttp(plan.ready.path, plan.port),
    );
  if (plan.entrypoint !== undefined) container.withEntrypoint([...plan.entrypoint]);
  if (plan.command !== undefined) container.withCommand([...plan.command]);
  return container;
};

class ContainerEngine implements RunningEngine {
  readonly product: string;
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
  readonly folder = undefined;

  constructor(
    readonly name: ImageName,
    plan: ContainerPlan,
    private readonly container: StartedTestContainer,
  ) {
    this.product = PRODUCTS[name];
    this.url = plan.url;
    if (plan.user !== undefined) this.user = plan.user;
    if (plan.password !== undefined) this.password = plan.password;
  }

  /** The first process of a container cannot be stopped by SIGSTOP everywhere: freezing is Docker's own pause. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    const container = await this.#inDocker();
    if (signal === 'SIGSTOP') await container.pause();
    else if (signal === 'SIGCONT') await container.unpause();
    else await container.kill({ signal });
  }

  async ended(): Promise<number | string> {
    const { StatusCode: code } = (await (await this.#inDocker()).wait()) as { readonly StatusCode: number };
    return code;
  }

  async kill(): Promise<void> {
    const container = await this.#inDocker();
    const { State: state } = await container.inspect();
    if (state.Paused) await container.unpause();
    if (!state.Running) return;
    const gone: Promise<unknown> = container.wait();
    await container.kill({ signal: 'SIGKILL' });
    await gone;
  }

  async again(): Promise<void> {
    const { State: state } = await (await this.#inDocker()).inspect();
    if (state.Running) throw new Error(`${this.product} runs already`);
    await this.container.restart({ timeout: STOP_TIMEOUT_MS });
  }

  async stop(): Promise<void> {
    await this.container.stop({ timeout: STOP_TIMEOUT_MS });
  }

  async #inDocker() {
    const { container } = await getContainerRuntimeClient();
    return container.getById(this.container.getId());
  }
}
