import { request, type RequestOptions } from 'node:http';

const TIMEOUT_MS = 2_000;

/** Where the Docker daemon listens: `DOCKER_HOST` (`unix://…` or `tcp://host:port`), else its usual socket. */
export const dockerAddress = (environment: NodeJS.ProcessEnv): RequestOptions => {
  const host = environment['DOCKER_HOST'] ?? '';
  if (host === '') return { socketPath: '/var/run/docker.sock' };
  const { protocol, hostname, port, pathname } = new URL(host);
  return protocol === 'unix:' ? { socketPath: pathname } : { host: hostname, port: port || 2375 };
};

/** Whether a Docker daemon answers: its socket is asked, the command is not looked for. */
export const dockerAnswers = (environment: NodeJS.ProcessEnv = process.env): Promise<boolean> =>
  new Promise((resolve) => {
    const ping = request({ ...dockerAddress(environment), path: '/_ping', timeout: TIMEOUT_MS }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    ping.once('timeout', () => ping.destroy());
    ping.once('error', () => resolve(false));
    ping.once('close', () => resolve(false));
    ping.end();
  });
