import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dockerAddress, dockerAnswers } from './docker.js';
import { EngineMissing } from './engine.js';
import { engineSource } from './source.js';

const docker = async (): Promise<boolean> => true;
const noDocker = async (): Promise<boolean> => false;

describe('where engines come from', () => {
  it('is containers where Docker answers and processes elsewhere, unless it is said', async () => {
    expect(await engineSource({}, docker)).toBe('containers');
    expect(await engineSource({}, noDocker)).toBe('local');
    expect(await engineSource({ CAIRN_ENGINES: '' }, noDocker)).toBe('local');
    expect(await engineSource({ CAIRN_ENGINES: 'local' }, docker)).toBe('local');
    expect(await engineSource({ CAIRN_ENGINES: 'external' }, docker)).toBe('external');
    expect(await engineSource({ CAIRN_ENGINES: 'containers' }, docker)).toBe('containers');
  });

  it('is refused when it cannot be', async () => {
    await expect(engineSource({ CAIRN_ENGINES: 'podman' }, docker)).rejects.toThrow(
      new EngineMissing('CAIRN_ENGINES is “podman”: it is one of containers, local, external, or empty.'),
    );
    await expect(engineSource({ CAIRN_ENGINES: 'containers' }, noDocker)).rejects.toThrow(
      new EngineMissing('CAIRN_ENGINES asks for containers, but Docker does not answer on its socket.'),
    );
  });
});

describe('Docker', () => {
  it('is looked for where its variable says', () => {
    expect(dockerAddress({})).toEqual({ socketPath: '/var/run/docker.sock' });
    expect(dockerAddress({ DOCKER_HOST: 'unix:///run/user/1/docker.sock' })).toEqual({
      socketPath: '/run/user/1/docker.sock',
    });
    expect(dockerAddress({ DOCKER_HOST: 'tcp://10.0.0.1:2376' })).toEqual({ host: '10.0.0.1', port: '2376' });
  });

  it('is there when its socket answers, and not when there is none or it fails', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-docker-'));
    const socket = join(folder, 'docker.sock');
    let status = 200;
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(status).end('OK');
    });
    try {
      expect(await dockerAnswers({ DOCKER_HOST: `unix://${socket}` })).toBe(false);
      server.listen(socket);
      await once(server, 'listening');
      expect(await dockerAnswers({ DOCKER_HOST: `unix://${socket}` })).toBe(true);
      status = 500;
      expect(await dockerAnswers({ DOCKER_HOST: `unix://${socket}` })).toBe(false);
      expect(asked).toEqual(['/_ping', '/_ping']);
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  });
});
