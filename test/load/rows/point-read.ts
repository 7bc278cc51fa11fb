import { createSecretKey, randomBytes } from 'node:crypto';
import { sign } from 'jsonwebtoken';
import { administrator } from '../../support/people.js';
import { oneMachine } from '../../support/topology.js';
import { throughput } from '../http-load.js';
import { type Paired, paired } from '../measuring.js';
import { startPeer } from '../processes.js';
import type { Bound, Line, Row } from '../row.js';
import { newDataset } from './durable-command.js';

const CONNECTIONS = 32;
const DATASETS = 100;

interface Created {
  readonly ids: readonly string[];
  /** One of the records as it is answered. */
  readonly record: string;
}

/** The same number of datasets on either side. */
const fill = async (baseUrl: string, headers: Readonly<Record<string, string>>): Promise<Created> => {
  const ids: string[] = [];
  let record = '';
  for (let number = 0; number < DATASETS; number += 1) {
    const response = await fetch(`${baseUrl}/api/v1/datasets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(newDataset),
    });
    record = await response.text();
    ids.push((JSON.parse(record) as { id: string }).id);
  }
  return { ids, record };
};

const read =
  (baseUrl: string, authorization: string, ids: readonly string[], seconds: number) => (): Promise<number> =>
    throughput({
      url: baseUrl,
      connections: CONNECTIONS,
      seconds,
      headers: { authorization },
      requests: ids.map((id) => ({ method: 'GET', path: `/api/v1/datasets/${id}` })),
    });

const line = (measured: string, { ratio, ours, peer }: Paired, bound: Bound): Line => ({
  row: 'B3',
  measured,
  ratio,
  bound,
  details: { ours_per_second: ours, peer_per_second: peer },
});

/** B3: what a read costs beside express that checks the same kind of token, and beside a server that does nothing. */
export const pointRead: Row = {
  name: 'B3',
  about: 'GET a dataset: token, permission, ETag',
  measure: async ({ rounds, seconds }) => {
    const cairn = await oneMachine.start();
    const secret = randomBytes(32);
    const crud = await startPeer('test/load/peers/express-crud.ts', [secret.toString('base64url')]);
    const person = await administrator(cairn);
    const bearer = `Bearer ${person.token}`;
    const made = await fill(cairn.baseUrl, { authorization: bearer });
    const bare = await startPeer('test/load/peers/bare-http.ts', [made.record]);
    try {
      const claims = { sub: person.id, sid: person.id };
      const token = sign(claims, createSecretKey(secret), { algorithm: 'HS256', expiresIn: '24h' });
      const { ids } = await fill(crud.baseUrl, {});
      const ours = { name: 'Cairn', rate: read(cairn.baseUrl, bearer, made.ids, seconds) };
      const express = { name: 'express', rate: read(crud.baseUrl, `Bearer ${token}`, ids, seconds) };
      const node = { name: 'node:http', rate: read(bare.baseUrl, bearer, ids, seconds) };
      for (const side of [ours, express, node]) await side.rate();
      const besideExpress = await paired(ours, express, rounds);
      const besideNode = await paired(ours, node, rounds);
      return [
        line('GET a dataset: Cairn ÷ express + SQLite with the same token check', besideExpress, {
          floor: 0.7,
          goal: 3,
        }),
        line('GET a dataset: Cairn ÷ bare node:http', besideNode, { floor: 0.15, goal: 0.5 }),
      ];
    } finally {
      await Promise.all([bare.end(), crud.end(), cairn.remove()]);
    }
  },
};
