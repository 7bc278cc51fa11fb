/**
 * A client in a process of its own, which knows what it asked for and what was answered. It is told to write, and
 * writes over several connections until the server is gone.
 */
import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '@cairn/client';
import { type Intent, kinds, Ledger } from './ledger.js';
import { perform, type Scene } from './scene.js';

export interface Order {
  readonly baseUrl: string;
  readonly ledger: string;
  readonly scene: Scene;
}
/** `writing`: the first answer came. `gone`: no connection writes any more. */
export type Report = 'ready' | 'writing' | 'gone' | { readonly unexpected: string };

const CONNECTIONS = 6;

const report = (told: Report): void => {
  process.send?.(told);
};

const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)]!;

const newIntent = (scene: Scene): Intent => {
  const kind = pick(kinds);
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
  ledger.acknowledge({ marker: intent.marker, id: (answer.body as { id: string }).id });
  return true;
};

const writeUntilGone = async ({ baseUrl, ledger: path, scene }: Order): Promise<void> => {
  const client = createClient({ baseUrl, token: scene.token });
  const ledger = new Ledger(path);
  let told = false;
  const connection = async (): Promise<void> => {
    while (await write(client, scene, ledger)) {
      if (!told) report('writing');
      told = true;
    }
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    report('gone');
  } catch (error) {
    report({ unexpected: String(error) });
  } finally {
    ledger.close();
  }
};

process.on('message', (order: Order) => void writeUntilGone(order));
process.on('disconnect', () => process.exit(0));
report('ready');
