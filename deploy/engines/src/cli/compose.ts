import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PRODUCTS } from '../containers/images.js';
import { dockerAnswers } from '../docker.js';
import { EngineMissing, type EngineName } from '../engine.js';
import { externalEngine } from '../external.js';
import { printEngines } from './print-engines.js';
import { ENGINE_NAMES } from './states.js';

const FILE = join(__dirname, '../../../compose/engines.yaml');

/** Where the compose file puts each engine. */
export const COMPOSE_ADDRESSES = {
  CAIRN_ENGINE_EVENTSTOREDB_URL: 'esdb://127.0.0.1:2113?tls=false',
  CAIRN_ENGINE_MONGODB_URL: 'mongodb://127.0.0.1:27017/?directConnection=true',
  CAIRN_ENGINE_KAFKA_BROKERS: '127.0.0.1:9092',
  CAIRN_ENGINE_S3_URL: 'http://127.0.0.1:7070',
  CAIRN_ENGINE_S3_USER: 'cairn',
  CAIRN_ENGINE_S3_PASSWORD: 'cairn-secret',
  CAIRN_ENGINE_SMTP_URL: 'smtp://127.0.0.1:1025',
} as const;

/** What the compose file runs; the mails are shown at http://127.0.0.1:8025. */
export const COMPOSE_PRODUCTS: Readonly<Record<EngineName, string>> = { ...PRODUCTS, smtp: 'Mailpit 1.27.8' };

/** Brings the compose file up and prints where its engines are; they run on. Answers the exit code. */
export const composeUp = async (): Promise<number> => {
  if (!(await dockerAnswers()))
    throw new EngineMissing('--docker needs Docker, which does not answer on its socket.');
  const began = performance.now();
  const compose = spawn('docker', ['compose', '-f', FILE, 'up', '-d', '--wait'], { stdio: 'inherit' });
  const [code] = (await once(compose, 'close')) as [number | null];
  if (code !== 0) return code ?? 1;
  const readyMs = Math.round(performance.now() - began);
  printEngines(
    ENGINE_NAMES.map((name) => ({
      engine: { ...externalEngine(name, COMPOSE_ADDRESSES), product: COMPOSE_PRODUCTS[name] },
      readyMs,
    })),
  );
  console.log(`\nThey run until: docker compose -f ${FILE} down`);
  return 0;
};
