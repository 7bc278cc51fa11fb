import { connect } from 'node:net';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningEngine, startEngine } from '@cairn/engines';
import { KeptEngine } from './kept-engine.js';

describe('an engine of a cluster', () => {
  let engine: RunningEngine;
  let kept: KeptEngine;
  let said: string[];
  let recorded: (readonly [boolean, number | string | undefined])[];
  beforeEach(async () => {
    said = [];
    recorded = [];
    engine = await startEngine('smtp');
    kept = new KeptEngine(engine, {
      changed: () => recorded.push([kept.isReady, kept.endedWith]),
      say: (line) => said.push(line),
    });
  });
  afterEach(() => kept.stop());
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await pause(10);
  };
  const answers = async (): Promise<boolean> => {
    const { hostname, port } = new URL(engine.url);
    const socket = connect(Number(port), hostname);
    const greeting = await once(socket, 'data').catch(() => []);
    socket.destroy();
    return String(greeting[0]).startsWith('220');
  };

  it('is started again at its address when it ends by itself, however often, which is said and recorded', async () => {
    for (let times = 1; times <= 2; times += 1) {
      process.kill(engine.pid ?? 0, 'SIGKILL');
      await until(() => said.length === 2 * times);
      expect(await answers()).toBe(true);
    }
    const once = [
      `${engine.product} ended with SIGKILL; it is started again.`,
      `${engine.product} runs again.`,
    ];
    expect(said).toEqual([...once, ...once]);
    expect(recorded.slice(0, 2)).toEqual([
      [false, 'SIGKILL'],
      [true, 'SIGKILL'],
    ]);
  });

  it('stays away when it is stopped, and nothing is said of it', async () => {
    await kept.stop();
    await pause(500);
    expect(await answers()).toBe(false);
    expect(said).toEqual([]);
  });
});
