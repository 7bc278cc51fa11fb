/**
 * A client in a process of its own, which knows what it asked for and what was answered. It is told to write, and
 * writes over several connections until the server is gone, or until it is told to stop.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, createClient, type Client } from '@cairn/client';
import { type Intent, kinds, Ledger } from './ledger.js';
import { perform, type Scene } from './scene.js';

export interface Order {
  /** Of the gateways; the connections are spread over them. */
  readonly gateways: readonly string[];
  /** What fails is left alone and the writing goes on, at the next gateway, until it is told to stop. */
  readonly goesOn?: boolean;
  readonly ledger: string;
  readonly scene: Scene;
}
/** Ends what was ordered. */
export type Stop = 'stop';
/** `writing`: the first answer came. `gone`: no connection writes any more. */
export type Report = 'ready' | 'writing' | 'gone' | { readonly unexpected: string };

const CONNECTIONS = 6;

const report = (told: Report): void => {
  process.send?.(told);
};

const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)]!;

const newIntent = (scene: Scene): Intent => {
  const kind = pick(scene.model === '' ? kinds.filter((each) => each !== 'inference') : kinds);
  return {
    marker: `w${randomUUID().replaceAll('-', '')}`,
    kind,
    ...(kind === 'annotation' ? { item: pick(scene.items) } : {}),
    ...(Math.random() < 0.6 ? { key: randomUUID() } : {}),
  };
};

/** One request; `false` when the server is gone. Throws when it refuses. */
const write = async (client: Client, scene: Scene, ledger: Ledger): Promise<boolean> => {
  const intent = newIntent(scene);
  ledger.intend(intent);
  const answer = await perform(client, scene, intent).catch((error: unknown) => {
    if (error instanceof TypeError) return undefined;
    throw error;
  });
  if (answer === undefined || answer.status === 503) return false;
  if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  ledger.acknowledge({ marker: intent.marker, id: idIn(answer) });
  return true;
};

/** Of the resource; an answer that came before the read models (202) only says where it will be. */
const idIn = ({ status, body, headers }: Answer<unknown>): string =>
  status === 202 ? (headers.get('location')?.split('/').at(-1) ?? '') : (body as { id: string }).id;

let stopped = false;

const writeUntilGone = async ({ gateways, goesOn = false, ledger: path, scene }: Order): Promise<void> => {
  const clients = gateways.map((baseUrl) => createClient({ baseUrl, token: scene.token }));
  const ledger = new Ledger(path);
  let told = false;
  const connection = async (number: number): Promise<void> => {
    for (let turn = number; !stopped;) {
      if (await write(clients[turn % clients.length]!, scene, ledger)) {
        if (!told) report('writing');
        told = true;
      } else if (goesOn) {
        turn += 1;
        await pause(20);
      } else return;
    }
  };
  stopped = false;
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => connection(number)));
    report('gone');
  } catch (error) {
    report({ unexpected: String(error) });
  } finally {
    ledger.close();
  }
};

process.on('message', (order: Order | Stop) => {
  if (order === 'stop') stopped = true;
  else void writeUntilGone(order);
});
process.on('disconnect', () => process.exit(0));
report('ready');
