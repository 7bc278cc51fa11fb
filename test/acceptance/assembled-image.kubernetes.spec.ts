/** The file system of the image, run as a container runtime runs it: as its user, and with a root that is read-only. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@cairn/client';
import { type EngineName, freePort, type RunningEngine, startEngine } from '@cairn/engines';
import { AssembledImage, type Contained } from '../support/contained.js';
import { nameServer } from '../support/name-server.js';
import { onnxFile } from '../support/onnx-file.js';
import { somebody } from '../support/people.js';
import type { Engines } from '../support/topologies/running-cluster.js';
import { variablesOf } from '../support/topologies/more-processes.js';
import { root, type Variables } from '../support/topology.js';
import { twoNumbersModel } from '../support/two-numbers.js';

const CHECK = '/app/deploy/image/dist/check.js';
const SERVICES = ['identity', 'datasets', 'models', 'workflows', 'graphs'];
const ENGINES: readonly EngineName[] = ['eventstoredb', 'mongodb', 'kafka', 's3', 'smtp'];

jest.setTimeout(300_000);

describe('the assembled image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-image-'));
  let assembled: AssembledImage;
  beforeAll(() => {
    execFileSync(process.execPath, ['scripts/image.mjs', '--to', folder], { cwd: root, stdio: 'inherit' });
    assembled = new AssembledImage(folder);
  });
  afterAll(async () => {
    await assembled.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const own = async (port = 0): Promise<Variables> => ({
    CAIRN_HOST: '127.0.0.1',
    CAIRN_PORT: String(port === 0 ? await freePort() : port),
    CAIRN_METRICS_PORT: '-1',
  });
  const node = async (text: string) => {
    const { code, said, printed } = await assembled.run(['-e', text]).over();
    if (code !== 0) throw new Error(printed);
    return JSON.parse(said) as unknown;
  };
  describe('as its user', () => {
    it('writes nowhere but into /data and /tmp', async () => {
      const told = await node(`
        const tried = (folder) => {
          try { fs.writeFileSync(folder + '/written', ''); return 'written'; } catch (error) { return error.code; }
        };
        console.log(JSON.stringify([process.pid, process.getuid(), process.getgid(), process.getgroups(),
          ['/', '/app', '/etc', '/usr/bin', '/data', '/tmp'].map(tried)]));`);
      const { user } = assembled;
      expect(told).toEqual([
        1,
        user,
        user,
        [user],
        ['EROFS', 'EROFS', 'EROFS', 'EROFS', 'written', 'written'],
      ]);
    });

    it('runs a model that compares texts by the locale', async () => {
      const text = { type: 'string', shape: ['T'] } as const;
      const lower = { operation: 'StringNormalizer', attributes: { case_change_action: 'LOWER' } };
      const model = onnxFile({
        input: { name: 'words', ...text },
        nodes: [{ ...lower, inputs: ['words'], output: 'small' }],
        weights: [],
        output: { name: 'small', ...text },
      });
      const told = await node(`
        const { createRequire } = require('node:module');
        const { InferenceSession, Tensor } = createRequire('/app/services/models/native/package.json')('onnxruntime-node');
        (async () => {
          const session = await InferenceSession.create(Buffer.from('${Buffer.from(model).toString('base64')}', 'base64'));
          const words = new Tensor('string', ['\\u00c9T\\u00c9', 'Ab'], [2]);
          console.log(JSON.stringify((await session.run({ words })).small.data));
        })();`);
      expect(told).toEqual(['été', 'ab']);
    });

    it('has the locale, certificates and names that Cairn needs', async () => {
      const names = await nameServer({ 'cairn.example': '192.0.2.7' });
      assembled.nameserver = names.address;
      const told = await node(`
        const { lookup } = require('node:dns/promises');
        const { X509Certificate } = require('node:crypto');
        (async () => console.log(JSON.stringify({
          locale: Intl.DateTimeFormat().resolvedOptions().locale,
          certificates: fs.readFileSync('/etc/ssl/cert.pem', 'utf8').split('BEGIN CERTIFICATE').length > 100,
          names: [(await lookup('localhost')).address, (await lookup('cairn.example')).address],
          zone: new Date(0).toLocaleString('en', { timeZone: 'Europe/Berlin', hour: 'numeric' }),
        })))();`);
      await names.close();
      expect(told).toEqual({
        locale: 'en-US',
        certificates: true,
        names: ['127.0.0.1', '192.0.2.7'],
        zone: '1 AM',
      });
    });
  });

  describe('with all of Cairn in one process', () => {
    let cairn: Contained;
    let url: string;
    beforeAll(async () => {
      cairn = assembled.run(undefined, await own(), 'one-machine');
      url = await cairn.ready();
    });

    it('answers, and passes the check that runs from it too', async () => {
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      const { code, said } = await assembled.run([CHECK], { CHECK_URL: url }).over();
      expect({ code, last: said.trimEnd().split('\n').at(-1) }).toMatchObject({
        code: 0,
        last: expect.stringMatching(/^ok: see that the session is over /),
      });
    });

    it('runs models, in workers that have their limits', async () => {
      const { client } = await somebody({ client: (token) => createClient({ baseUrl: url, token }) });
      const { body: model } = await client.call('createModel', { body: { name: 'two numbers' } });
      const params = { id: model.id };
      const files = [
        ['onnx_model', 'model.onnx', twoNumbersModel()],
        ['labels_file', 'labels.txt', 'left\nright\nneither\n'],
      ] as const;
      for (const [asset_type, name, content] of files) {
        const file = { name, contentType: 'application/octet-stream', content };
        await client.call('uploadModel', { params, query: { asset_type }, file });
      }
      const { body } = await client.call('runModel', {
        params: { model_id: model.id },
        body: { input_text: '3,0' },
      });
      expect(body).toMatchObject({ prediction: 'left', error: '' });
      const workers = cairn.children();
      expect(workers).not.toEqual([]);
      for (const pid of workers)
        expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/Max address space +\d+ +\d+ /);
    });

    it('is backed up while it runs', async () => {
      const args = ['--from', '/data/cairn', '--to', '/data/backup', '--vault', '/data/keys'];
      const { code, said } = await assembled
        .run(['/app/scripts/backup.mjs', ...args], {}, 'one-machine')
        .over();
      expect({ code, said }).toMatchObject({
        code: 0,
        said: expect.stringMatching(/^log\.db: [^]*^vault\.db: /m),
      });
    });

    it('R10: stops in an orderly way, as the first process there, and goes on with its data', async () => {
      expect(await cairn.end('SIGTERM')).toBe(0);
      const { said } = await cairn.over();
      expect(said).toContain('Administrator: ');
      expect(said).toMatch(/Cairn has stopped\.\n$/);
      const again = assembled.run(undefined, await own(), 'one-machine');
      await again.ready();
      expect(again.printed).not.toContain('Administrator: ');
      expect(await again.end('SIGTERM')).toBe(0);
    });
  });

  it('R10: ends at once when it is told to while it starts, as the first process there too', async () => {
    const starting = assembled.run(undefined, await own(), 'told-early');
    expect(await starting.endedByEvery('SIGTERM')).toBe(143);
    expect(starting.printed).toBe('');
  });

  describe('with a process of a cluster', () => {
    it.each(['gateway', ...SERVICES, 'relay'])(
      'says in one sentence which engines %s needs',
      async (name) => {
        const { code, printed } = await assembled.run(undefined, { CAIRN_SERVICE: name }).over();
        expect(code).toBe(1);
        expect(printed).toMatch(
          /^cairn-\w+: A process of a cluster shares its engines with the others: set .+\.\n$/,
        );
      },
    );

    it('says in one sentence what may run in it', async () => {
      const { code, printed } = await assembled.run(undefined, { CAIRN_SERVICE: 'frontend' }).over();
      const known = ['gateway', ...SERVICES, 'relay'].join(', ');
      expect([code, printed]).toEqual([
        1,
        `cairn-frontend: CAIRN_SERVICE must name what runs in this process: ${known}.\n`,
      ]);
    });

    describe('beside others', () => {
      const place = mkdtempSync(join(tmpdir(), 'cairn-image-engines-'));
      let engines: readonly RunningEngine[];
      beforeAll(async () => {
        engines = await Promise.all(ENGINES.map((name) => startEngine(name, { folder: join(place, name) })));
      });
      afterAll(async () => {
        await Promise.all(engines.map((engine) => engine.stop()));
        rmSync(place, { recursive: true, force: true });
      });

      it('is a cluster, which passes the check and stops in an orderly way', async () => {
        const shared = variablesOf(
          Object.fromEntries(engines.map((engine) => [engine.name, engine])) as Engines,
        );
        const ports = new Map<string, number>();
        for (const name of SERVICES) ports.set(name, await freePort());
        const services = [...ports].map(([name, port]) => `${name}=http://127.0.0.1:${port}`);
        const start = async (name: string): Promise<Contained> => {
          const needed = services.filter((one) => !one.startsWith(`${name}=`)).join(';');
          const places = name === 'relay' ? {} : { CAIRN_SERVICES: needed };
          const environment = { ...shared, ...places, ...(await own(ports.get(name))), CAIRN_SERVICE: name };
          const process = assembled.run(undefined, environment, name);
          await process.ready();
          return process;
        };
        const first = await start('identity');
        const others = await Promise.all(['datasets', 'models', 'workflows', 'graphs', 'relay'].map(start));
        const gateway = await start('gateway');
        const { code, printed } = await assembled.run([CHECK], { CHECK_URL: await gateway.ready() }).over();
        expect([code, code === 0 ? '' : printed]).toEqual([0, '']);
        expect(await gateway.end('SIGTERM')).toBe(0);
        const ended = await Promise.all([first, ...others].map((one) => one.end('SIGTERM')));
        expect(ended).toEqual(ended.map(() => 0));
      });
    });
  });
});
