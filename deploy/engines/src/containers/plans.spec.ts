import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPOSE_ADDRESSES, COMPOSE_PRODUCTS } from '../cli/compose.js';
import { ENGINE_NAMES } from '../cli/states.js';
import { externalEngine } from '../external.js';
import { localKinds } from '../local/kinds.js';
import { IMAGES, type ImageName, PRODUCTS } from './images.js';
import { containerPlans } from './plans.js';

const names = Object.keys(IMAGES) as ImageName[];
const at = { host: 'docker.local', port: 15_000 };

describe('the plan of a container', () => {
  it.each(names)('pins its image and tells its version: %s', (name) => {
    const version = /:v?(\d+\.\d+\.\d+)/.exec(IMAGES[name])?.[1];
    expect(version).toBeDefined();
    expect(PRODUCTS[name].endsWith(` ${version}`)).toBe(true);
  });

  it('is reached where Docker puts it', () => {
    expect(names.map((name) => containerPlans[name](at).url)).toEqual([
      'esdb://docker.local:15000?tls=false',
      'mongodb://docker.local:15000/?directConnection=true',
      'docker.local:15000',
      'http://docker.local:15000',
    ]);
  });

  it('tells Kafka’s users the address outside, and Kafka itself the one inside', () => {
    expect(containerPlans.kafka(at).environment).toMatchObject({
      KAFKA_ADVERTISED_LISTENERS: 'PLAINTEXT://docker.local:15000,INTERNAL://localhost:9093',
      KAFKA_INTER_BROKER_LISTENER_NAME: 'INTERNAL',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      CLUSTER_ID: expect.stringMatching(/^[\w-]{22}$/),
    });
  });

  it('gives each S3 gateway keys of its own', () => {
    const [one, other] = [containerPlans.s3(at), containerPlans.s3(at)];
    expect(one.environment).toEqual({ ROOT_ACCESS_KEY: one.user, ROOT_SECRET_KEY: one.password });
    expect(one.password).not.toBe(other.password);
  });

  it('is of the same Kafka and versitygw that run without Docker', () => {
    expect(PRODUCTS.kafka).toBe(localKinds.kafka.product);
    expect(PRODUCTS.s3).toBe(localKinds.s3.product);
  });
});

describe('the compose file', () => {
  const text = readFileSync(join(__dirname, '../../../compose/engines.yaml'), 'utf8');
  const services = new Map(
    [...text.split('\nvolumes:\n')[0]!.matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n| {2}#.*\n)+)/gm)].map(
      (found) => [found[1], found[2] ?? ''],
    ),
  );

  it('has every engine, looks after its health and shows it to this machine alone', () => {
    expect([...services.keys()].sort()).toEqual([...ENGINE_NAMES].sort());
    for (const service of services.values()) {
      expect(service).toContain('healthcheck:');
      for (const [, ports] of service.matchAll(/ports: \[(.*)\]/g))
        for (const port of ports!.split(', ')) expect(port).toMatch(/^'127\.0\.0\.1:(\d+):\1'$/);
    }
  });

  it.each(names)('runs the image that tests run: %s', (name) => {
    expect(services.get(name)).toContain(`image: ${IMAGES[name]}\n`);
  });

  it('sets for EventStoreDB what tests set', () => {
    const variables = Object.entries(containerPlans.eventstoredb(at).environment);
    expect(variables).toContainEqual(['DOTNET_ThreadPool_ForceMinWorkerThreads', '0x20']);
    for (const [name, value] of variables)
      expect(services.get('eventstoredb')).toMatch(new RegExp(`\\n {6}${name}: '?${value}'?\\n`));
  });

  it('is where its addresses say, and Kafka tells the same', () => {
    for (const name of ENGINE_NAMES) {
      const port = /:(\d+)/.exec(externalEngine(name, COMPOSE_ADDRESSES).url.replace(/^\w+:/, ''))?.[1];
      expect(services.get(name)).toContain(`127.0.0.1:${port}:`);
    }
    expect(services.get('kafka')).toContain(`PLAINTEXT://${COMPOSE_ADDRESSES.CAIRN_ENGINE_KAFKA_BROKERS},`);
    expect(services.get('s3')).toContain(`ROOT_SECRET_KEY: ${COMPOSE_ADDRESSES.CAIRN_ENGINE_S3_PASSWORD}`);
    expect(services.get('smtp')).toContain(`:v${COMPOSE_PRODUCTS.smtp.split(' ')[1]}`);
  });
});
