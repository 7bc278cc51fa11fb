/** `generator.ts <plan>`: makes the load of a plan (`stages.ts`) in a process of its own and prints the results as a line of JSON. */
import { setTimeout as pause } from 'node:timers/promises';
import { Connections } from './connections.js';
import { requestAt } from './mix.js';
import type { Plan, Stage } from './stages.js';
import { Tallies } from './tallies.js';

const TICK_MS = 4;
/** What is not answered after this time is not waited for. */
const GIVEN_UP_MS = 5_000;

const { gateways, token, datasets, connections: count, stages } = JSON.parse(process.argv[2] ?? '') as Plan;
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const connections = new Connections(gateways, count, headers);
let number = 0;

/** Sends the next request; `cameAt` is when it came, which may be a little before it could be sent. */
const send = (tallies: Tallies, began: number, cameAt: number, then?: () => void): void => {
  const answered = tallies.sent(cameAt - began);
  connections.send(requestAt(number, datasets), (answer) => {
    answered(answer, performance.now() - cameAt);
    then?.();
  });
  number += 1;
};

const closed = (tallies: Tallies, count: number, seconds: number): Promise<unknown> => {
  const began = performance.now();
  const connection = (): Promise<void> =>
    new Promise((resolve) => {
      const next = (): void => {
        const now = performance.now();
        if (now - began < seconds * 1000) send(tallies, began, now, next);
        else resolve();
      };
      next();
    });
  return Promise.all(Array.from({ length: count }, connection));
};

const open = async (tallies: Tallies, perSecond: number, seconds: number): Promise<void> => {
  const began = performance.now();
  const all = Math.floor(perSecond * seconds);
  for (let sent = 0; sent < all;) {
    await pause(TICK_MS);
    const due = Math.min(all, Math.floor(((performance.now() - began) * perSecond) / 1000));
    for (; sent < due; sent += 1) send(tallies, began, began + (sent * 1000) / perSecond);
  }
};

const loaded = async (stage: Stage): Promise<Tallies> => {
  const tallies = new Tallies(stage.seconds);
  if (stage.kind === 'closed') await closed(tallies, stage.connections, stage.seconds);
  else await open(tallies, stage.perSecond, stage.seconds);
  return tallies;
};

const main = async (): Promise<void> => {
  await connections.open();
  const all: Tallies[] = [];
  for (const stage of stages) all.push(await loaded(stage));
  const givenUpAt = performance.now() + GIVEN_UP_MS;
  while (connections.underWay > 0 && performance.now() < givenUpAt) await pause(TICK_MS);
  const results = all.map(({ result }) => result);
  process.stdout.write(`${JSON.stringify({ results })}\n`, () => process.exit(0));
};

void main();
